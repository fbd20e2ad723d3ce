import { joined, numberOf, recordsOf, fieldsOf, textOf, type Fields } from "./given.js";

/** The name and key of a course, the same in lists and on its page. */
export interface Heading {
  /** `CS 225`, or as much of it as is known. */
  readonly code?: string | undefined;
  /** `Data Structures`: the title without the code. */
  readonly name: string;
  /** `CS`. */
  readonly subject?: string | undefined;
  /** Identifies the course: `CS/225`. Undefined if the course cannot be requested. */
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

/** Splits a key into subject code and number. Returns undefined for text that is not a key. */
export function partsOfKey(key: string): readonly [subject: string, number: number] | undefined {
  const [, subject = "", number] = /^(.*\S.*)\/(\d{1,15})$/su.exec(key) ?? [];
  return subject === "" ? undefined : [subject, Number(number)];
}

/** Removes the code from the beginning of a title, because the page shows the code separately. */
function nameOf(title: string | undefined, code: string | undefined): string {
  if (title === undefined) return code ?? "Course without a name";
  if (code === undefined || !title.toLowerCase().startsWith(code.toLowerCase())) return title;
  return title.slice(code.length).replace(/^\s*[-–—:]\s*(?=\S)/u, "") || title;
}
