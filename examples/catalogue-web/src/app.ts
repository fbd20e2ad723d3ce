/**
 * The page of the catalogue. Data flows one way: the address says what is seen, the world loads what the address
 * asks for, and each panel is drawn from both. Links change the address, and nothing else does.
 */
import { addressHref, resolveView, type Address } from "./address/address.js";
import { Journey, type Step } from "./address/journey.js";
import { followLinks } from "./address/links.js";
import { browserConnection } from "./browser-connection.js";
import { campusView } from "./campus/campus-view.js";
import { coursePanel } from "./course/course-panel.js";
import { isFiltered, shownSections } from "./course/section-filter.js";
import { byId } from "./dom/element.js";
import { Panel } from "./dom/panel.js";
import { listedBuildings, namedBuildings } from "./facts/building-key.js";
import { buildingsOfCourse } from "./facts/course.js";
import { arrive, drawWayBack, findHeading, markCurrent, say, formatTitle } from "./frame.js";
import { followArrowKeys } from "./results/arrow-keys.js";
import { resultsText, resultsView } from "./results/results-view.js";
import { SearchField } from "./search-field.js";
import { keepShell } from "./shell.js";
import { World } from "./world.js";

const results = new Panel(byId("results"), () => findHeading("list"));
const course = new Panel(byId("course"), () => findHeading("course"));
const campus = new Panel(byId("campus"), () => findHeading("campus"));
const journey = new Journey(arrived);
const world = new World(new URL(".", location.href).href, browserConnection, draw);
const input = byId("keyword") as HTMLInputElement;
const field = new SearchField(byId("search") as HTMLFormElement, input, search);

/** From so many courses on the list is laid out as it comes into view. */
const longList = 300;
let isTyping = false;
let scrollOnLoad: number | undefined = journey.scroll;

/** A word that is typed on is one step of the history, not one for each letter. */
function search(keyword: string): void {
  const { course, term, status, isFree } = journey.address;
  journey.go({ keyword, course, term, status, isFree }, isTyping ? "replace" : "push");
  isTyping = true;
}

function arrived(address: Address, step: Step, before: Address): void {
  isTyping = false;
  field.show(address.keyword);
  world.follow(address);
  draw();
  arrive(address, before, step, journey.scroll);
  scrollOnLoad = undefined;
}

function draw(): void {
  const { address } = journey;
  const { keyword, subject, building } = address;
  const { courses, courseHits, buildingHits, buildings } = world;
  document.body.dataset["view"] = resolveView(address);
  document.title = formatTitle(world, address);
  drawWayBack(address);
  byId("count").textContent = resultsText(world, address);
  byId("results-title").textContent = keyword === "" ? "Courses" : "Search results";
  byId("results").classList.toggle(
    "is-long",
    courses.state.kind === "ready" && courses.state.value.length > longList,
  );
  byId("show-all").hidden = keyword === "" && subject === undefined;
  byId("results").ariaBusy = String(
    [courses, courseHits, buildingHits].some(({ state }) => state.kind === "waiting"),
  );
  byId("course").ariaBusy = String(world.course.state.kind === "waiting");
  const found = keyword === "" ? [courses.state] : [courseHits.state, buildingHits.state];
  results.draw([keyword, subject, building, ...found], () => resultsView(world, address));
  const href = addressHref(address);
  course.draw([href, courses.state, world.course.state], () => coursePanel(world, address));
  campus.draw([href, buildings.state, buildingHits.state, world.course.state, world.building.state], () =>
    drawCampus(address),
  );
  markCurrent(address);
  describeAddress(address);
  settleScroll();
}

function drawCampus(address: Address): ReturnType<typeof campusView> {
  const { state } = world.course;
  const hits = world.buildingHits.state;
  const all = world.buildings.state.kind === "ready" ? world.buildings.state.value : [];
  const open = state.kind === "ready" ? state.value : undefined;
  const isFound = !open && hits.kind === "ready" && address.keyword !== "";
  return campusView({
    buildings: world.buildings.state,
    chosen: world.chosen,
    used: open
      ? buildingsOfCourse(open).flatMap((key) => namedBuildings(all, key))
      : isFound
        ? listedBuildings(all, hits.value.buildings)
        : [],
    usedTitle: open ? "Where this course meets" : `Found for “${address.keyword}”`,
    address,
    retry: () => world.buildings.retry(),
    retryChosen: () => world.building.retry(),
    choose: (key) => journey.go({ ...address, building: key, isCampus: undefined }),
  });
}

/** Announces content that opens outside the focus to screen readers, because the focus does not move there. */
function describeAddress(address: Address): void {
  const { building } = address;
  const { state } = world.course;
  const { chosen } = world;
  if (building !== undefined && chosen.kind === "ready")
    say(chosen.value ? `${chosen.value.name} is shown` : "There is no such building");
  else if (state.kind === "ready" && state.value && isFiltered(address))
    say(
      `${shownSections(state.value.sections, address).length} of ${state.value.sections.length} sections are shown`,
    );
  else if (state.kind === "ready")
    say(state.value ? `${state.value.name} is shown` : "There is no such course");
  else if (state.kind === "failed") say(state.problem.title);
}

/** After a reload the page is where it was, as soon as it is long enough again. */
function settleScroll(): void {
  if (scrollOnLoad === undefined) return;
  const main = journey.address.course === undefined ? world.courses.state : world.course.state;
  if (main.kind !== "ready") return;
  scrollTo(0, scrollOnLoad);
  scrollOnLoad = undefined;
}

function showConnection(): void {
  byId("offline").hidden = browserConnection.isOnline;
}

browserConnection.onChange(showConnection);
showConnection();
followLinks(journey, byId("way-back-link"));
followArrowKeys(input, byId("results"));
field.show(journey.address.keyword);
world.start();
world.follow(journey.address);
addEventListener("load", () => void keepShell());
