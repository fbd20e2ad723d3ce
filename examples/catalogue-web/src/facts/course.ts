import { creditsText } from "./credits.js";
import { dateText } from "./date.js";
import { readFields, joined, readRecords, readText } from "./given.js";
import { readHeading, type Heading } from "./heading.js";
import { readSection, type Section } from "./section.js";

/** A course as far as it is known. */
export interface Course extends Heading {
  readonly description?: string | undefined;
  readonly credits?: string | undefined;
  /** `Updated 8 Jan 2026, version 9`. */
  readonly record?: string | undefined;
  readonly sections: readonly Section[];
}

/** A course of what was sent. */
export function readCourse(given: unknown): Course {
  const record = readFields(given, "title");
  const credits = creditsText(record["credits"]);
  const updated = dateText(record["updated"]);
  const version = readText(record["_version"]);
  return {
    ...readHeading(record),
    description: readText(record["description"]),
    credits,
    record: joined([updated && `Updated ${updated}`, version && `version ${version}`], ", "),
    sections: readRecords(record["sections"], "comments").map((section) => readSection(section, credits)),
  };
}

/** The buildings in which a course meets, each once, in the order of its sections. */
export function buildingsOfCourse({ sections }: Course): readonly string[] {
  const codes = sections.flatMap(({ meetings }) => meetings.map(({ building }) => building));
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/** A course that a search found. */
export interface Hit extends Heading {
  readonly credits?: string | undefined;
  /** `2 of 3 open`, `all open`, `full`; undefined where sections were not sent. */
  readonly seats?: string | undefined;
}

/** The courses of a search, in the order of the answer. */
export function readHits(given: unknown): readonly Hit[] {
  return readRecords(given, "title").map((record) => {
    const { sections, ...course } = readCourse(record);
    return { ...course, seats: openText(sections) };
  });
}

function openText(sections: readonly Section[]): string | undefined {
  if (!sections.some(({ status }) => status !== undefined)) return undefined;
  const open = sections.filter(({ isOpen }) => isOpen).length;
  const all = sections.length;
  if (all === 1) return open === 1 ? "open" : sections[0]?.status?.toLowerCase();
  if (open === all) return `${all} sections open`;
  return open === 0 ? "no section open" : `${open} of ${all} sections open`;
}
