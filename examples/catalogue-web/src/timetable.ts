import { element } from "./element.js";
import { clock, days, hueOf, type Meeting } from "./week.js";

/** A week's meetings as a grid of days and hours. Meetings at the same time stand side by side. */
export function timetable(meetings: readonly Meeting[]): HTMLElement {
  const isWeekend = meetings.some(({ day }) => "SU".includes(day));
  const shown = isWeekend ? days : days.slice(0, 5);
  const firstHour = Math.floor(Math.min(...meetings.map(({ startMinute }) => startMinute)) / 60);
  const lastHour = Math.ceil(Math.max(...meetings.map(({ endMinute }) => endMinute)) / 60);
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const top = (minute: number): string => `calc(${(minute / 60 - firstHour).toFixed(4)} * 2.6rem)`;
  const block = (meeting: Meeting, column: number, columns: number): HTMLElement => {
    const { startMinute, endMinute, place, section } = meeting;
    const height = `calc(${((endMinute - startMinute) / 60).toFixed(4)} * 2.6rem - 2px)`;
    const inset = `calc(${(100 * column) / columns}% + 3px) auto auto`;
    const width = `calc(${100 / columns}% - 6px)`;
    const style = `top:${top(startMinute)};height:${height};--hue:${hueOf(section)};left:${inset.split(" auto")[0]};right:auto;width:${width}`;
    return element(
      "div",
      { class: "block", style },
      element("b", {}, place),
      element("span", {}, `${clock(startMinute)}–${clock(endMinute)}`),
    );
  };
  const lane = (letter: string): HTMLElement => {
    const own = meetings.filter(({ day }) => day === letter);
    const blocks = own.map((meeting) => {
      const beside = own.filter(
        (other) => other.startMinute < meeting.endMinute && meeting.startMinute < other.endMinute,
      );
      return block(meeting, beside.indexOf(meeting), beside.length);
    });
    return element("div", { class: "lane" }, ...blocks);
  };
  return element(
    "div",
    { class: "timetable", style: `--days:${shown.length};--hours:${hours.length}` },
    element("div", { class: "corner" }),
    ...shown.map(([, name]) => element("div", { class: "day" }, name)),
    element(
      "div",
      { class: "hours" },
      ...hours.map((hour) => element("span", { style: `top:${top(hour * 60)}` }, clock(hour * 60))),
    ),
    ...shown.map(([letter]) => lane(letter)),
  );
}
