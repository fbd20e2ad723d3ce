import { addressHref, type Address } from "../address/address.js";
import { element, list, type Content } from "../dom/element.js";
import { notice, skeleton } from "../dom/notice.js";
import type { Course } from "../facts/course.js";
import type { Section } from "../facts/section.js";
import type { Heading } from "../facts/heading.js";
import { weekView } from "../week/week-view.js";
import { buildWeek } from "../week/week.js";
import { filterView, isFiltered, shownSections, unfiltered } from "./section-filter.js";
import { sectionItem } from "./section-item.js";

/** Of more sections, lessons at one time leave no room for each other's text. */
const mostInWeek = 20;

/** A course with its sections and its week. */
export function courseView(course: Course, address: Address): readonly Content[] {
  const { description, credits, sections, record } = course;
  const shown = shownSections(sections, address);
  const week = buildWeek(shown);
  const open = sections.filter(({ isOpen }) => isOpen).length;
  const facts = [
    credits,
    sections.length > 0 && `${sections.length} ${sections.length === 1 ? "section" : "sections"}`,
    open > 0 && `${open} open`,
  ].filter((fact) => fact !== undefined && fact !== false);
  return [
    titleView(course),
    facts.length > 0 &&
      list(
        "ul",
        { class: "facts" },
        facts.map((fact) => element("li", {}, fact)),
      ),
    description && element("p", { class: "lead" }, description),
    element("h3", {}, "Sections"),
    filterView(sections, address),
    isFiltered(address) &&
      sections.length > 0 &&
      element("p", { class: "quiet" }, `${shown.length} of ${sections.length} are shown.`),
    sectionsView(sections, shown, address),
    week && element("h3", {}, "The week"),
    week &&
      (shown.length > mostInWeek
        ? element("p", { class: "quiet" }, `It shows up to ${mostInWeek} sections: choose some of them.`)
        : weekView(week, address)),
    record && element("p", { class: "record" }, record),
  ];
}

function sectionsView(
  sections: readonly Section[],
  shown: readonly Section[],
  address: Address,
): HTMLElement {
  if (sections.length === 0)
    return notice("No sections are listed", element("p", {}, "The course may be taught by arrangement."));
  if (shown.length === 0) {
    const all = element(
      "a",
      { class: "button", href: addressHref(unfiltered(address)) },
      "Show all sections",
    );
    return notice("No section is like that", all);
  }
  return list(
    "ul",
    { class: "sections" },
    shown.map((section, index) => sectionItem(section, index, address)),
  );
}

/** Shows the known parts of a course while the rest loads. */
export function courseSkeleton(heading: Heading): readonly Content[] {
  return [
    titleView(heading),
    skeleton(34),
    skeleton(92, 96, 58),
    element("div", { class: "sections" }, skeleton(45, 80, 60), skeleton(40, 74, 52)),
  ];
}

/** The name, which can take the focus, and the code above it. */
export function titleView({ code, name }: Heading): HTMLElement {
  return element(
    "hgroup",
    {},
    code !== undefined && element("p", { class: "code" }, code),
    element("h2", { id: "course-title", tabindex: -1 }, name),
  );
}
