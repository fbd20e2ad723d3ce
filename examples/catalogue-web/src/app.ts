import { CatalogueClient, etagCache, isPossiblyTruncated, type Course } from "@svc/catalogue";
import { CampusPlot } from "./campus-plot.js";
import { courseView } from "./course-view.js";
import { byId, element } from "./element.js";
import { LatestOnly } from "./latest-only.js";
import { keyOf, resultList, type Listed } from "./result-list.js";

const catalogue = new CatalogueClient({ baseUrl: location.origin, cache: etagCache() });
const [all, buildings] = await Promise.all([catalogue.courses.list(), catalogue.buildings.list()]);
const plot = new CampusPlot(byId("campus"), buildings);
const input = byId("keyword") as HTMLInputElement;
const searching = new LatestOnly();
const opening = new LatestOnly();
let shown: readonly Listed[] = all;
let chosen: string | undefined;

/** Searches while the user types; an older request is given up. */
function search(keyword: string): Promise<void> {
  return searching.run(async (signal) => {
    if (keyword === "") return show(all, `${all.length} courses, ${buildings.length} buildings`);
    tell("Searching …");
    const [courses, places] = await Promise.all([
      catalogue.search.courses(keyword, { signal }),
      catalogue.search.buildings(keyword, { signal }),
    ]);
    if (places[0]) {
      plot.use(new Set(places.map(({ abbr }) => abbr)));
      plot.choose(places[0].abbr);
    }
    const more = isPossiblyTruncated(courses) ? ", perhaps more" : "";
    show(courses, `${courses.length} courses${more} and ${places.length} buildings for “${keyword}”`);
  }, fail);
}

function open(subjectCode: string, courseNumber: number): Promise<void> {
  return opening.run(async (signal) => {
    const course = await catalogue.courses.find(subjectCode, courseNumber, { signal });
    const place = byId("course");
    if (!course) return place.replaceChildren(element("p", { class: "empty" }, "There is no such course."));
    chosen = keyOf(course);
    place.replaceChildren(...courseView(course, (abbr) => plot.choose(abbr)));
    plot.use(buildingsOf(course));
    list();
  }, fail);
}

function buildingsOf({ sections }: Course): ReadonlySet<string> {
  return new Set(
    sections.flatMap(({ meetingTimes }) => meetingTimes.map(({ buildingCode }) => buildingCode)),
  );
}

function show(courses: readonly Listed[], text: string): void {
  shown = courses;
  tell(text);
  list();
}

function list(): void {
  byId("results").replaceChildren(...resultList(shown, chosen, (course) => (location.hash = keyOf(course))));
}

function tell(text: string, isError = false): void {
  const status = byId("status");
  status.textContent = text;
  status.classList.toggle("is-error", isError);
}

function fail(error: unknown): void {
  tell(error instanceof Error ? error.message : String(error), true);
}

function route(): void {
  const [subjectCode, courseNumber] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (subjectCode && courseNumber) void open(subjectCode, Number(courseNumber));
}

input.addEventListener("input", () => void search(input.value.trim()));
addEventListener("hashchange", route);
await search("");
if (location.hash) route();
else if (all[0]) location.hash = keyOf(all.find(({ title }) => title.includes("Data")) ?? all[0]);
