import { joined, numberOf, recordsOf, fieldsOf, textOf, type Fields } from "./given.js";

/** How a course is called and found, wherever it stands. */
export interface Heading {
  /** `CS 225`, or as much of it as is known. */
  readonly code?: string | undefined;
  /** `Data Structures`: the title without the code. */
  readonly name: string;
  /** `CS`. */
  readonly subject?: string | undefined;
  /** What tells the course from others, `CS/225`; undefined where it cannot be asked for. */
  readonly key?: string | undefined;
}

/** The heading of a record of a course. */
export function headingOf(record: unknown): Heading {
  const { title, subjectCode, courseNumber } = fieldsOf(record, "title");
  const subject = textOf(subjectCode);
  const number = textOf(courseNumber);
  const code = joined([subject, number]);
  const isFound = subject !== undefined && Number.isSafeInteger(numberOf(number)) && Number(number) >= 0;
  return {
    code,
    name: nameOf(textOf(title), code),
    subject,
    key: isFound ? `${subject}/${Number(number)}` : undefined,
  };
}

/** The headings of a list of courses. */
export function headingsOf(records: unknown): readonly Heading[] {
  return recordsOf(records, "title").map((record: Fields) => headingOf(record));
}

/** Subject code and number of a key; undefined for text that is none. */
export function partsOfKey(key: string): readonly [subject: string, number: number] | undefined {
  const [, subject = "", number] = /^(.*\S.*)\/(\d{1,15})$/su.exec(key) ?? [];
  return subject === "" ? undefined : [subject, Number(number)];
}

/** Titles begin with the code, which stands beside them. */
function nameOf(title: string | undefined, code: string | undefined): string {
  if (title === undefined) return code ?? "Course without a name";
  if (code === undefined || !title.toLowerCase().startsWith(code.toLowerCase())) return title;
  return title.slice(code.length).replace(/^\s*[-–—:]\s*(?=\S)/u, "") || title;
}
