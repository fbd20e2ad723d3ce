import type { CourseResult, CourseSummary } from "@svc/catalogue";
import { creditsText } from "./course-view.js";
import { element } from "./element.js";

/** A course of the whole list, or one that a search found. */
export type Listed = CourseSummary | CourseResult;

/** Courses as a list; the chosen one is marked. */
export function resultList(
  courses: readonly Listed[],
  chosen: string | undefined,
  onChoose: (course: Listed) => void,
): readonly Node[] {
  if (courses.length === 0) return [element("li", { class: "empty" }, "Nothing found. Try another word.")];
  const best = Math.max(...courses.map((course) => ("score" in course ? course.score : 0)));
  return courses.map((course) => {
    const { subjectCode, courseNumber, title } = course;
    const meta =
      "score" in course
        ? [scoreBar(course.score / best), creditsText(course.credits), seatsText(course)].filter(
            (part) => part !== "",
          )
        : [];
    const button = element(
      "button",
      { class: "result", type: "button", "aria-current": String(keyOf(course) === chosen) },
      element("span", { class: "code" }, `${subjectCode} ${courseNumber}`),
      element("span", { class: "name" }, title.split(/ - (.*)/s)[1] ?? title),
      element(
        "span",
        { class: "meta" },
        ...meta.flatMap((part, index) => (index > 1 ? [" · ", part] : [part])),
      ),
    );
    button.addEventListener("click", () => onChoose(course));
    return element("li", {}, button);
  });
}

/** What tells a course from others: `CS/225`. */
export function keyOf({ subjectCode, courseNumber }: Listed): string {
  return `${subjectCode}/${courseNumber}`;
}

function scoreBar(share: number): Node {
  return element("i", { class: "score", style: `width:${Math.round(8 + 28 * share)}px` });
}

/** Search results may come without sections. */
function seatsText({ sections }: CourseResult): string {
  if (!sections || sections.length === 0) return "";
  const open = sections.filter(({ status }) => status === "Open").length;
  return open === 0 ? "full" : `${open} of ${sections.length} open`;
}
