import { addressHref, type Address } from "../address/address.js";
import { element, list, type Content } from "../dom/element.js";
import type { Heading } from "../facts/heading.js";

/** Shown while no course is chosen: the subjects, each a link to its courses. */
export function welcomeView(courses: readonly Heading[], address: Address): readonly Content[] {
  const counts = new Map<string, number>();
  for (const { subject } of courses) if (subject) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  const subjects = [...counts].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  return [
    element("h2", { id: "course-title", tabindex: -1 }, "What would you like to learn?"),
    element(
      "p",
      { class: "lead" },
      "Choose a course to see who teaches it, when and where it meets, and whether there are seats.",
    ),
    subjects.length > 1 && element("h3", {}, "Subjects"),
    subjects.length > 1 &&
      list(
        "ul",
        { class: "subjects" },
        subjects.map(([subject, count]) => {
          const isChosen = subject === address.subject;
          const to = isChosen ? { keyword: "" } : { keyword: "", subject };
          return element(
            "li",
            {},
            element(
              "a",
              { href: addressHref(to), "data-key": `subject ${subject}`, "aria-current": isChosen && "true" },
              element("b", {}, subject),
              element("span", {}, `${count} ${count === 1 ? "course" : "courses"}`),
            ),
          );
        }),
      ),
  ];
}
