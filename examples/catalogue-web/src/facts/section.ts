import { creditsText } from "./credits.js";
import { datesText } from "./date.js";
import { readNumber, readRecords, readText, type Fields } from "./given.js";
import { readMeeting, type Meeting } from "./meeting.js";

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
export function readSection(record: Fields, courseCredits: string | undefined): Section {
  const status = readText(record["status"]);
  const credits = creditsText(record["credits"]);
  const books = readText(record["textbookUrl"]);
  // An answer may hold any text, and a link may be a program.
  const isLink = books !== undefined && /^https?:\/\/\S+$/i.test(books);
  const crn = readText(record["crn"]);
  const term = readText(record["term"]);
  return {
    term,
    instructor: readText(record["instructor"]),
    status,
    isOpen: status?.toLowerCase() === "open",
    seats: readSeats(record["enrollmentCurrent"], record["enrollmentCapacity"]),
    waitlist: waitlistText(record["waitlistCurrent"], record["waitlistCapacity"]),
    meetings: readRecords(record["meetingTimes"], "days").map(readMeeting),
    dates: datesText(record["startDate"], record["endDate"]),
    facts: [
      readText(record["type"]),
      readText(record["session"]),
      campusText(readText(record["campus"])),
      credits === courseCredits ? undefined : credits,
      term && `Term ${term}`,
      crn && `CRN ${crn}`,
    ].filter((text) => text !== undefined),
    notes: [
      readNote("Fees", record["fees"]),
      readNote("Restrictions", record["restrictions"]),
      readNote("Comments", record["comments"]),
      readNote("Textbooks", isLink ? undefined : books),
    ].filter((note) => note !== undefined),
    textbooks: isLink ? books : undefined,
  };
}

function readNote(label: string, value: unknown): readonly [string, string] | undefined {
  const text = readText(value);
  return text === undefined ? undefined : [label, text];
}

function campusText(campus: string | undefined): string | undefined {
  return campus === undefined || /campus/i.test(campus) ? campus : `${campus} campus`;
}

function readSeats(taken: unknown, places: unknown): Seats | undefined {
  const [current, capacity] = [readNumber(taken), readNumber(places)];
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
  if (readNumber(waiting ?? 0) === 0 && readNumber(places ?? 0) === 0) return undefined;
  const text = ofText(waiting, places, ["", "waiting", "places"]);
  return text && `Waiting list: ${text}`;
}

/** `11 of 30 seats taken`, `11 enrolled` or `30 seats`. */
function ofText(part: unknown, whole: unknown, words: readonly [string, string, string]): string | undefined {
  const [first, last] = [readText(part), readText(whole)];
  if (first !== undefined && last !== undefined) return `${first} of ${last} ${words[0]}`.trim();
  return first === undefined ? last && `${last} ${words[2]}` : `${first} ${words[1]}`;
}
