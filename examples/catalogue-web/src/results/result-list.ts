/** The room of results: the lists of courses and buildings that a search found. */
import { addressHref, type Address } from "../address/address.js";
import { element, list } from "../dom/element.js";
import { skeleton } from "../dom/notice.js";
import { buildingKey } from "../facts/building-key.js";
import { addressText, type Building } from "../facts/building.js";
import type { Hit } from "../facts/course.js";
import { joined } from "../facts/given.js";
import type { Heading } from "../facts/heading.js";

/** Courses as a list of links. A course that cannot be requested is plain text. */
export function courseList(courses: readonly (Heading | Hit)[], address: Address): HTMLElement {
  return list(
    "ul",
    { class: "results" },
    courses.map((course) => element("li", {}, courseItem(course, address))),
  );
}

/** All courses, by subject in the order in which they were sent. */
export function courseGroups(courses: readonly Heading[], address: Address): readonly HTMLElement[] {
  const groups = new Map<string, Heading[]>();
  for (const course of courses) {
    const subject = course.subject ?? "Others";
    const group = groups.get(subject);
    if (group) group.push(course);
    else groups.set(subject, [course]);
  }
  if (groups.size < 2) return [courseList(courses, address)];
  return [...groups].map(([subject, members], index) =>
    element(
      "section",
      { class: "group", "aria-labelledby": `group-${index}` },
      element("h3", { id: `group-${index}` }, subject),
      courseList(members, address),
    ),
  );
}

/** Buildings as a list of links; `all` are those of the catalogue, which may have others of the same code. */
export function buildingList(
  buildings: readonly Building[],
  address: Address,
  all: readonly Building[],
): HTMLElement {
  const items = buildings.map((building) => {
    const { abbr, name } = building;
    const content = resultContent(abbr, name, addressText(building));
    const key = buildingKey(building, all);
    if (key === undefined) return element("li", {}, element("div", { class: "result" }, ...content));
    const href = addressHref({ ...address, building: key, isCampus: undefined });
    return element(
      "li",
      {},
      element("a", { class: "result", href, "data-building": key.toLowerCase() }, ...content),
    );
  });
  return list("ul", { class: "results" }, items);
}

/** Lines where results will be. */
export function resultSkeletons(count: number): HTMLElement {
  const lines = Array.from({ length: count }, (_, index) => skeleton(54 + ((index * 29) % 40), 34));
  return element("div", { class: "results-skeleton" }, ...lines);
}

function courseItem(course: Heading | Hit, address: Address): HTMLElement {
  const { code, name, key } = course;
  const meta =
    "credits" in course || "seats" in course ? joined([course.credits, course.seats], " · ") : undefined;
  const content = resultContent(code, name, meta);
  if (key === undefined) return element("div", { class: "result" }, ...content);
  const href = addressHref({ keyword: address.keyword, subject: address.subject, course: key });
  return element("a", { class: "result", href, "data-course": key.toLowerCase() }, ...content);
}

function resultContent(code: string | undefined, name: string, meta: string | undefined): HTMLElement[] {
  return [
    element("span", { class: "code" }, code ?? ""),
    element("span", { class: "name" }, name),
    ...(meta === undefined ? [] : [element("span", { class: "meta" }, meta)]),
  ];
}
