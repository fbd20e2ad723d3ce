/** The room of the open course: its sections and its week, or a welcome if no course is open. */
import { addressHref, type Address } from "../address/address.js";
import { element, type Content } from "../dom/element.js";
import { notice, problemNotice, slowNote } from "../dom/notice.js";
import type { World } from "../world.js";
import { courseSkeleton, courseView, titleView } from "./course-view.js";
import { welcomeView } from "./welcome.js";

/** The content of the middle panel: the open course, or the welcome view if no course is open. */
export function coursePanel(world: World, address: Address): readonly Content[] {
  const { course, keyword } = address;
  const courses = world.courses.state;
  const known = courses.kind === "ready" ? courses.value : [];
  if (course === undefined) return welcomeView(known, address);
  const { state } = world.course;
  const code = course.replace("/", " ");
  const heading = known.find(({ key }) => key?.toLowerCase() === course.toLowerCase()) ?? { name: code };
  if (state.kind === "failed") {
    return [titleView(heading), problemNotice(state.problem, () => world.course.retry())];
  }
  if (state.kind !== "ready") {
    const isSlow = state.kind === "waiting" && state.isSlow;
    return [...courseSkeleton(heading), isSlow && slowNote()];
  }
  if (state.value) return courseView(state.value, address);
  return [
    titleView({ name: "There is no such course" }),
    notice(
      `Nothing is known of “${code}”`,
      element("p", {}, "It may be gone by now, or the address is mistyped."),
      element("a", { class: "button", href: addressHref({ keyword }) }, "Show the courses"),
    ),
  ];
}
