import { addressHref, type Address } from "../address/address.js";
import { element, type Content } from "../dom/element.js";
import { notice, problemNotice, slowNote } from "../dom/notice.js";
import type { Heading } from "../facts/heading.js";
import type { State } from "../load/state.js";
import type { Hits, Places, World } from "../world.js";
import { buildingList, courseGroups, courseList, resultSkeletons } from "./result-list.js";

/** The list beside the course: all courses, those of a subject, or what a search found. */
export function resultsView(world: World, address: Address): readonly Content[] {
  if (address.keyword !== "") return foundView(world, address);
  const { state } = world.courses;
  if (state.kind === "failed") return [problemNotice(state.problem, () => world.courses.retry())];
  if (state.kind !== "ready") return waitingView(state);
  const courses = inSubject(state.value, address.subject);
  if (courses.length > 0) return courseGroups(courses, address);
  return address.subject === undefined
    ? [notice("No courses are listed", element("p", {}, "The catalogue is empty for now."))]
    : [notice(`There are no courses in ${address.subject}`)];
}

/** How many there are, in one line. */
export function resultsText(world: World, { keyword, subject }: Address): string {
  if (keyword !== "") return foundText(keyword, world.courseHits.state, world.buildingHits.state);
  const { state } = world.courses;
  if (state.kind === "failed") return state.problem.title;
  if (state.kind !== "ready") return "Loading the courses …";
  const count = countText(inSubject(state.value, subject).length, "course", "courses");
  return subject === undefined ? count : `${count} in ${subject}`;
}

/** The courses of a subject, or all of them. */
function inSubject(courses: readonly Heading[], subject: string | undefined): readonly Heading[] {
  if (subject === undefined) return courses;
  const wanted = subject.toLowerCase();
  return courses.filter((course) => course.subject?.toLowerCase() === wanted);
}

function foundView(world: World, address: Address): readonly Content[] {
  const { courseHits, buildingHits } = world;
  const [courses, buildings] = [courseHits.state, buildingHits.state];
  if (courses.kind === "failed" && buildings.kind === "failed") {
    const both = (): void => {
      courseHits.retry();
      buildingHits.retry();
    };
    return [problemNotice(courses.problem, both)];
  }
  const isNothing = countResults(courses) === 0 && countResults(buildings) === 0;
  if (isNothing) {
    return [
      notice(
        `Nothing found for “${address.keyword}”`,
        element("p", {}, "Try fewer or other words, or a code such as “CS 225”."),
        element("a", { class: "button", href: addressHref({ keyword: "" }) }, "Show all courses"),
      ),
    ];
  }
  return [...hitsView(courses, () => courseHits.retry(), address), ...placesView(world, address)];
}

function hitsView(state: State<Hits>, retry: () => void, address: Address): readonly Content[] {
  if (state.kind === "failed") return [element("h3", {}, "Courses"), problemNotice(state.problem, retry)];
  if (state.kind !== "ready") return waitingView(state);
  const { courses, isCut } = state.value;
  if (courses.length === 0) return [];
  return [element("h3", {}, "Courses"), courseList(courses, address), isCut && cutNote()];
}

function placesView({ buildingHits, buildings }: World, address: Address): readonly Content[] {
  const { state } = buildingHits;
  const retry = (): void => buildingHits.retry();
  if (state.kind === "failed") return [element("h3", {}, "Buildings"), problemNotice(state.problem, retry)];
  if (state.kind !== "ready" || state.value.buildings.length === 0) return [];
  const { buildings: found, isCut } = state.value;
  const all = buildings.state.kind === "ready" ? buildings.state.value : found;
  return [element("h3", {}, "Buildings"), buildingList(found, address, all), isCut && cutNote()];
}

function cutNote(): HTMLElement {
  return element("p", { class: "quiet" }, "There may be more. Another word brings up fewer.");
}

function waitingView(state: State<unknown>): readonly Content[] {
  return [state.kind === "waiting" && state.isSlow && slowNote(), resultSkeletons(9)];
}

function foundText(keyword: string, courses: State<Hits>, buildings: State<Places>): string {
  const isOn = [courses, buildings].some(
    (state) => state.kind === "waiting" || (state.kind === "ready" && state.isOld),
  );
  if (isOn) return "Searching …";
  if (courses.kind === "failed" && buildings.kind === "failed") return courses.problem.title;
  const [found, places] = [countResults(courses), countResults(buildings)];
  if (found === 0 && places === 0) return `Nothing found for “${keyword}”`;
  const counts = [
    found !== undefined && found > 0 && atLeast(courses) + countText(found, "course", "courses"),
    places !== undefined && places > 0 && atLeast(buildings) + countText(places, "building", "buildings"),
  ].filter((count) => count !== false);
  if (counts.length === 0) return "Not everything could be searched";
  const text = `${counts.join(" and ")} for “${keyword}”`;
  return text.replace(/^a/, "A");
}

/** How many a search found; undefined where that is not known. */
function countResults(state: State<Hits> | State<Places>): number | undefined {
  if (state.kind !== "ready") return undefined;
  return "courses" in state.value ? state.value.courses.length : state.value.buildings.length;
}

/** A result that the catalogue has cut may be one of more. */
function atLeast(state: State<Hits> | State<Places>): string {
  return state.kind === "ready" && state.value.isCut ? "at least " : "";
}

function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
