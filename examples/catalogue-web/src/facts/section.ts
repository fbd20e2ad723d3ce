import { creditsText } from "./credits.js";
import { datesText } from "./date.js";
import { numberOf, recordsOf, textOf, type Fields } from "./given.js";
import { meetingOf, type Meeting } from "./meeting.js";

/** How full a section is. */
export interface Seats {
  /** `11 of 30 seats taken`. */
  readonly text: string;
  /** Whether a seat is free. Undefined if unknown. */
  readonly isFree?: boolean | undefined;
  /** The share of taken seats, from 0 to 1. Undefined if unknown. */
  readonly share?: number | undefined;
}

/** A section, as far as it is known. */
export interface Section {
  /** `202602`. */
  readonly term?: string | undefined;
  readonly instructor?: string | undefined;
  readonly status?: string | undefined;
  readonly isOpen: boolean;
  readonly seats?: Seats | undefined;
  /** `Waiting list: 1 of 10`. */
  readonly waitlist?: string | undefined;
  readonly meetings: readonly Meeting[];
  readonly dates?: string | undefined;
  /** Kind, campus and the like, one a text. */
  readonly facts: readonly string[];
  /** Longer texts about the section, each with a label. */
  readonly notes: readonly (readonly [label: string, text: string])[];
  /** An address that a browser opens as a page; other text is among the notes. */
  readonly textbooks?: string | undefined;
}

/** Reads a section from a response. Includes credits only if they differ from those of the course. */
export function sectionOf(record: Fields, courseCredits: string | undefined): Section {
  const status = textOf(record["status"]);
  const credits = creditsText(record["credits"]);
  const books = textOf(record["textbookUrl"]);
  // An answer may hold any text, and a link may be a program.
  const isLink = books !== undefined && /^https?:\/\/\S+$/i.test(books);
  const crn = textOf(record["crn"]);
  const term = textOf(record["term"]);
  return {
    term,
    instructor: textOf(record["instructor"]),
    status,
    isOpen: status?.toLowerCase() === "open",
    seats: seatsOf(record["enrollmentCurrent"], record["enrollmentCapacity"]),
    waitlist: waitlistText(record["waitlistCurrent"], record["waitlistCapacity"]),
    meetings: recordsOf(record["meetingTimes"], "days").map(meetingOf),
    dates: datesText(record["startDate"], record["endDate"]),
    facts: [
      textOf(record["type"]),
      textOf(record["session"]),
      campusText(textOf(record["campus"])),
      credits === courseCredits ? undefined : credits,
      term && `Term ${term}`,
      crn && `CRN ${crn}`,
    ].filter((text) => text !== undefined),
    notes: [
      noteOf("Fees", record["fees"]),
      noteOf("Restrictions", record["restrictions"]),
      noteOf("Comments", record["comments"]),
      noteOf("Textbooks", isLink ? undefined : books),
    ].filter((note) => note !== undefined),
    textbooks: isLink ? books : undefined,
  };
}

function noteOf(label: string, value: unknown): readonly [string, string] | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : [label, text];
}

function campusText(campus: string | undefined): string | undefined {
  return campus === undefined || /campus/i.test(campus) ? campus : `${campus} campus`;
}

function seatsOf(taken: unknown, places: unknown): Seats | undefined {
  const [current, capacity] = [numberOf(taken), numberOf(places)];
  const text = ofText(taken, places, ["seats taken", "enrolled", "seats"]);
  if (text === undefined) return undefined;
  const canShare = current !== undefined && capacity !== undefined && capacity > 0;
  const isKnown = current !== undefined && capacity !== undefined;
  return {
    text,
    isFree: isKnown ? current < capacity : undefined,
    share: canShare ? Math.min(1, Math.max(0, current / capacity)) : undefined,
  };
}

/** Nothing where no one waits and no one could. */
function waitlistText(waiting: unknown, places: unknown): string | undefined {
  if (numberOf(waiting ?? 0) === 0 && numberOf(places ?? 0) === 0) return undefined;
  const text = ofText(waiting, places, ["", "waiting", "places"]);
  return text && `Waiting list: ${text}`;
}

/** `11 of 30 seats taken`, `11 enrolled` or `30 seats`. */
function ofText(part: unknown, whole: unknown, words: readonly [string, string, string]): string | undefined {
  const [first, last] = [textOf(part), textOf(whole)];
  if (first !== undefined && last !== undefined) return `${first} of ${last} ${words[0]}`.trim();
  return first === undefined ? last && `${last} ${words[2]}` : `${first} ${words[1]}`;
}
