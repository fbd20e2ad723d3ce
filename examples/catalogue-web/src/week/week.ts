import { dayMinutes, weekdays, type Weekday } from "../facts/clock.js";
import type { Section } from "../facts/section.js";
import type { Stretch } from "./columns.js";

/** The least that a block takes of a day, so that its text can be read. */
export const leastMinutes = 45;

/** One meeting on one day. */
export interface Block extends Stretch {
  readonly day: Weekday;
  /** `9:30–10:50`. */
  readonly times: string;
  /** The place, or the instructor if the place is unknown. */
  readonly text: string;
  readonly building?: string | undefined;
  /** The index of its section, from 0. */
  readonly section: number;
}

/** A day with its blocks in the order of time. */
export interface Day {
  readonly name: string;
  readonly blocks: readonly Block[];
}

/** A week as it is drawn: its days, and the hours from the first to the last. */
export interface Week {
  readonly days: readonly Day[];
  readonly firstHour: number;
  readonly lastHour: number;
}

/** The week of sections; undefined where no time can be read. Saturday and Sunday are there when they are used. */
export function buildWeek(sections: readonly Section[]): Week | undefined {
  const blocks = sections.flatMap(buildBlocks);
  if (blocks.length === 0) return undefined;
  const last = Math.max(4, ...blocks.map(({ day }) => weekdays.findIndex(([letter]) => letter === day)));
  return {
    days: weekdays.slice(0, last + 1).map(([letter, name]) => ({
      name,
      blocks: blocks
        .filter(({ day }) => day === letter)
        .toSorted((a, b) => a.startMinute - b.startMinute || a.section - b.section),
    })),
    firstHour: Math.floor(Math.min(...blocks.map(({ startMinute }) => startMinute)) / 60),
    lastHour: Math.ceil(Math.max(...blocks.map(({ endMinute }) => endMinute)) / 60),
  };
}

function buildBlocks({ meetings, instructor }: Section, section: number): readonly Block[] {
  return meetings.flatMap(({ days, startMinute, endMinute, place, building, times = "" }) => {
    if (startMinute === undefined) return [];
    const isKnown = endMinute !== undefined && endMinute > startMinute;
    // What ends after midnight, or says no end, is drawn to where it can be read.
    const end = isKnown ? endMinute : endMinute === undefined ? startMinute + 60 : dayMinutes;
    const latest = dayMinutes - leastMinutes;
    const block = {
      startMinute: Math.min(startMinute, latest),
      endMinute: Math.min(dayMinutes, Math.max(end, Math.min(startMinute, latest) + leastMinutes)),
      times,
      text: place ?? instructor ?? `Section ${section + 1}`,
      building,
      section,
    };
    return days.map((day) => ({ ...block, day }));
  });
}
