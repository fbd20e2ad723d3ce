import { addressHref, type Address } from "../address/address.js";
import { element, list } from "../dom/element.js";
import type { Meeting } from "../facts/meeting.js";
import type { Seats, Section } from "../facts/section.js";
import { chooseHue } from "../week/hue.js";

/** A section of a course, as an item of a list. */
export function sectionItem(section: Section, index: number, address: Address): HTMLElement {
  const { instructor, meetings, dates, facts, textbooks } = section;
  return element(
    "li",
    { class: "section", style: `--hue:${chooseHue(index)}` },
    element(
      "div",
      { class: "section-head" },
      element("span", { class: "mark", "aria-hidden": "true" }, `${index + 1}`),
      element(
        "h4",
        {},
        element("span", { class: "visually-hidden" }, `Section ${index + 1}: `),
        instructor ?? "Teacher not announced",
      ),
      statusBadge(section),
    ),
    seatsView(section),
    meetings.length > 0
      ? list(
          "ul",
          { class: "meetings" },
          meetings.map((meeting) => meetingItem(meeting, address)),
        )
      : element("p", { class: "quiet" }, "No fixed times"),
    dates && element("p", { class: "quiet" }, dates),
    facts.length > 0 &&
      list(
        "ul",
        { class: "dotted quiet" },
        facts.map((fact) => element("li", {}, fact)),
      ),
    notesView(section),
    textbooks &&
      element(
        "p",
        {},
        element("a", { class: "away", href: textbooks, rel: "noreferrer" }, "Textbooks for this section"),
      ),
  );
}

function statusBadge({ status, isOpen }: Section): HTMLElement | undefined {
  if (status === undefined) return undefined;
  return element("span", { class: isOpen ? "badge is-open" : "badge" }, status);
}

function seatsView({ seats, waitlist }: Section): HTMLElement | undefined {
  if (!seats && waitlist === undefined) return undefined;
  return element(
    "div",
    { class: "seats quiet" },
    seats?.share !== undefined && meter(seats.share),
    seats && element("span", {}, seats.text),
    waitlist && element("span", {}, waitlist),
  );
}

/** The text beside it says the same, so that it is nothing but a picture. */
function meter(share: NonNullable<Seats["share"]>): HTMLElement {
  const fill = element("span", { style: `width:${Math.round(100 * share)}%` });
  return element("span", { class: "meter", "aria-hidden": "true" }, fill);
}

function meetingItem({ when, place, building }: Meeting, address: Address): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: "when" }, when ?? "Time not announced"),
    place === undefined
      ? element("span", { class: "quiet" }, "Place not announced")
      : building === undefined
        ? element("span", {}, place)
        : element("a", { class: "place", href: addressHref({ ...address, building }) }, place),
  );
}

function notesView({ notes }: Section): HTMLElement | undefined {
  if (notes.length === 0) return undefined;
  return element(
    "dl",
    { class: "notes" },
    ...notes.map(([label, text]) => element("div", {}, element("dt", {}, label), element("dd", {}, text))),
  );
}
