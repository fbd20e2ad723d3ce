import { parseOffsetDateTime, type Section } from "@svc/catalogue";

/** Letters of the days as the catalogue writes them, in the order of the week. */
export const days: readonly (readonly [letter: string, name: string])[] = [
  ["M", "Mon"],
  ["T", "Tue"],
  ["W", "Wed"],
  ["R", "Thu"],
  ["F", "Fri"],
  ["S", "Sat"],
  ["U", "Sun"],
];

/** One meeting on one day, by the clock on the wall. */
export interface Meeting {
  /** Letter of the day. */
  readonly day: string;
  /** Minutes since midnight. */
  readonly startMinute: number;
  readonly endMinute: number;
  readonly place: string;
  /** Which of the sections it belongs to, counted from 0. */
  readonly section: number;
}

/** All meetings of a week; what has no time that can be read is left out. */
export function meetingsOf(sections: readonly Section[]): readonly Meeting[] {
  return sections.flatMap(({ meetingTimes }, section) =>
    meetingTimes.flatMap(({ startTime, endTime, days, buildingCode, roomNumber }) => {
      const [start, end] = [parseOffsetDateTime(startTime), parseOffsetDateTime(endTime)];
      if (!start || !end) return [];
      const startMinute = start.hour * 60 + start.minute;
      const endMinute = end.hour * 60 + end.minute;
      const place = `${buildingCode} ${roomNumber}`;
      return [...days].map((day) => ({ day, startMinute, endMinute, place, section }));
    }),
  );
}

/** `9:30`. */
export function clock(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

/** The colour of a section: the same in the list and in the timetable. */
export function hueOf(section: number): string {
  return `var(--hue-${"abcd"[section % 4]})`;
}
