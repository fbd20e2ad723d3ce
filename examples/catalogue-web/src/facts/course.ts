import { creditsText } from "./credits.js";
import { dateText } from "./date.js";
import { fieldsOf, joined, recordsOf, textOf } from "./given.js";
import { headingOf, type Heading } from "./heading.js";
import { sectionOf, type Section } from "./section.js";

/** A course as far as it is known. */
export interface Course extends Heading {
  readonly description?: string | undefined;
  readonly credits?: string | undefined;
  /** `Updated 8 Jan 2026, version 9`. */
  readonly record?: string | undefined;
  readonly sections: readonly Section[];
}

/** A course of what was sent. */
export function courseOf(given: unknown): Course {
  const record = fieldsOf(given, "title");
  const credits = creditsText(record["credits"]);
  const updated = dateText(record["updated"]);
  const version = textOf(record["_version"]);
  return {
    ...headingOf(record),
    description: textOf(record["description"]),
    credits,
    record: joined([updated && `Updated ${updated}`, version && `version ${version}`], ", "),
    sections: recordsOf(record["sections"], "comments").map((section) => sectionOf(section, credits)),
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
export function hitsOf(given: unknown): readonly Hit[] {
  return recordsOf(given, "title").map((record) => {
    const { sections, ...course } = courseOf(record);
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
