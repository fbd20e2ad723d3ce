/** The room of the week: meetings in days, side by side if they meet, drawn and in numbers. */
import { addressHref, type Address } from "../address/address.js";
import { element, list } from "../dom/element.js";
import { clockText } from "../facts/clock.js";
import { layOutColumns, type Placed } from "./columns.js";
import { chooseHue } from "./hue.js";
import type { Block, Day, Week } from "./week.js";

/** The narrowest that a block can be read in, and a day without any, in rem. */
const [laneRem, freeRem, hoursRem] = [6.2, 2.6, 3.4];

/**
 * A week: a list of days, each a list of meetings. A wide screen shows it as a grid of days and hours, with
 * simultaneous meetings side by side.
 */
export function weekView({ days, firstHour, lastHour }: Week, address: Address): HTMLElement {
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const placed = days.map(({ blocks }) => layOutColumns(blocks));
  const lanes = placed.map((blocks) => Math.max(0, ...blocks.map(({ columns }) => columns)));
  const rems = lanes.map((count) => (count === 0 ? freeRem : count * laneRem));
  const tracks = rems.map((rem) => `minmax(${rem}rem, ${rem}fr)`).join(" ");
  const scale = hours.map((hour, index) => element("span", { style: `--at:${index}` }, clockText(hour * 60)));
  // What scrolls is reached by keyboard: by the links in it, or else itself.
  const hasLinks = days.some(({ blocks }) => blocks.some(({ building }) => building !== undefined));
  const reached = hasLinks ? {} : { tabindex: 0, role: "group", "aria-label": "The week" };
  return element(
    "div",
    { class: "week", ...reached },
    element(
      "div",
      { class: "week-grid", style: `--hours:${hours.length};--tracks:${hoursRem}rem ${tracks}` },
      element("div", { class: "week-hours", "aria-hidden": "true" }, ...scale),
      ...days.map((day, index) => dayView(day, placed[index] ?? [], firstHour, address)),
    ),
  );
}

function dayView(
  { name }: Day,
  placed: readonly Placed<Block>[],
  firstHour: number,
  address: Address,
): HTMLElement {
  const items = placed.map(({ one, column, columns }) => {
    const at = (one.startMinute / 60 - firstHour).toFixed(3);
    const long = ((one.endMinute - one.startMinute) / 60).toFixed(3);
    const style = `--at:${at};--long:${long};--column:${column};--columns:${columns};--hue:${chooseHue(one.section)}`;
    return element("li", { class: "block", style }, blockView(one, address));
  });
  return element(
    "section",
    { class: items.length === 0 ? "day is-free" : "day" },
    element(
      "h4",
      {},
      element("span", { class: "short", "aria-hidden": "true" }, name.slice(0, 3)),
      element("span", { class: "whole" }, name),
    ),
    items.length > 0 && list("ol", {}, items),
  );
}

/** Shows a meeting. The mark identifies its section for people who cannot see the color. */
function blockView({ building, text, times, section }: Block, address: Address): HTMLElement {
  const content = [
    element("span", { class: "block-place" }, element("span", { class: "mark" }, `${section + 1}`), text),
    element("span", { class: "block-times" }, times),
  ];
  return building === undefined
    ? element("div", { class: "block-body" }, ...content)
    : element("a", { class: "block-body", href: addressHref({ ...address, building }) }, ...content);
}
