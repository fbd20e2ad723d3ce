import { joined, readNumber, readRecords, readFields, readText, type Fields } from "./given.js";

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
export function readHeading(record: unknown): Heading {
  const { title, subjectCode, courseNumber } = readFields(record, "title");
  const subject = readText(subjectCode);
  const number = readText(courseNumber);
  const code = joined([subject, number]);
  const isFound = subject !== undefined && Number.isSafeInteger(readNumber(number)) && Number(number) >= 0;
  return {
    code,
    name: formatName(readText(title), code),
    subject,
    key: isFound ? `${subject}/${Number(number)}` : undefined,
  };
}

/** The headings of a list of courses. */
export function readHeadings(records: unknown): readonly Heading[] {
  return readRecords(records, "title").map((record: Fields) => readHeading(record));
}

/** Splits a key into subject code and number. Returns undefined for text that is not a key. */
export function parseKey(key: string): readonly [subject: string, number: number] | undefined {
  const [, subject = "", number] = /^(.*\S.*)\/(\d{1,15})$/su.exec(key) ?? [];
  return subject === "" ? undefined : [subject, Number(number)];
}

/** Removes the code from the beginning of a title, because the page shows the code separately. */
function formatName(title: string | undefined, code: string | undefined): string {
  if (title === undefined) return code ?? "Course without a name";
  if (code === undefined || !title.toLowerCase().startsWith(code.toLowerCase())) return title;
  return title.slice(code.length).replace(/^\s*[-–—:]\s*(?=\S)/u, "") || title;
}
