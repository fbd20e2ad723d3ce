import { clockText, readWallMinute, readWeekdays, weekdaysText, type Weekday } from "./clock.js";
import { joined, readText, type Fields } from "./given.js";

/** When and where a section meets. */
export interface Meeting {
  /** `Mon, Wed 9:30–10:50`. Undefined if the server sent no days or times. */
  readonly when?: string | undefined;
  /** `9:30–10:50`, or only the one that the server sent. */
  readonly times?: string | undefined;
  /** `TUR 137`. */
  readonly place?: string | undefined;
  /** `TUR`. */
  readonly building?: string | undefined;
  /** Empty if the days cannot be parsed. */
  readonly days: readonly Weekday[];
  /** Minutes after midnight, local time. Undefined if the time cannot be parsed. */
  readonly startMinute?: number | undefined;
  readonly endMinute?: number | undefined;
}

/** Reads a meeting from a response. */
export function readMeeting(record: Fields): Meeting {
  const { startTime, endTime, buildingCode, roomNumber } = record;
  const days = readWeekdays(record["days"]);
  const building = announced(readText(buildingCode));
  const room = announced(readText(roomNumber));
  const times = timesText(startTime, endTime);
  return {
    when: joined([days.length > 0 ? weekdaysText(days) : readText(record["days"]), times]),
    times,
    place: building === undefined && room !== undefined ? `Room ${room}` : joined([building, room]),
    building,
    days,
    startMinute: readWallMinute(startTime),
    endMinute: readWallMinute(endTime),
  };
}

/** A place to be announced is none, and no building is called so. */
function announced(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:tb[ad]|arranged|-+)$/i.test(text) ? undefined : text;
}

/** `9:30–10:50`; times that cannot be read as they were sent. */
function timesText(startTime: unknown, endTime: unknown): string | undefined {
  const [start, end] = [startTime, endTime].map((time) => {
    const minute = readWallMinute(time);
    return minute === undefined ? readText(time) : clockText(minute);
  });
  if (start === undefined) return end === undefined ? undefined : `until ${end}`;
  return end === undefined || end === start ? start : `${start}–${end}`;
}
