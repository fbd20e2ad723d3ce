import type { Address } from "../address/address.js";
import { element, list, type Content } from "../dom/element.js";
import { notice, skeleton } from "../dom/notice.js";
import type { Course } from "../facts/course.js";
import type { Heading } from "../facts/heading.js";
import { weekView } from "../week/week-view.js";
import { weekOf } from "../week/week.js";
import { sectionItem } from "./section-item.js";

/** A course with its sections and its week. */
export function courseView(course: Course, address: Address): readonly Content[] {
  const { description, credits, sections, record } = course;
  const week = weekOf(sections);
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
    sections.length > 0
      ? list(
          "ul",
          { class: "sections" },
          sections.map((section, index) => sectionItem(section, index, address)),
        )
      : notice("No sections are listed", element("p", {}, "The course may be taught by arrangement.")),
    week && element("h3", {}, "The week"),
    week && weekView(week, address),
    record && element("p", { class: "record" }, record),
  ];
}

/** What is known of a course while the rest is on its way. */
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
