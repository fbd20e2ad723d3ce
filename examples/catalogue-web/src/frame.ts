import { addressHref, findParentAddress, resolveView, type Address } from "./address/address.js";
import type { Step } from "./address/journey.js";
import { byId, element } from "./dom/element.js";
import type { World } from "./world.js";

/**
 * The frame around the panels: the title, the link back, announcements for screen readers, the scroll position and
 * the focus.
 */

const siteName = "Course catalogue";

/** The title of the window, which the history and bookmarks show. */
export function formatTitle(world: World, { keyword, subject, course, building, isCampus }: Address): string {
  const open = world.course.state;
  const chosen = world.chosen;
  const parts = [
    building !== undefined && ((chosen.kind === "ready" && chosen.value?.name) || building),
    course !== undefined && ((open.kind === "ready" && open.value?.name) || course.replace("/", " ")),
    keyword !== "" && `“${keyword}”`,
    subject,
    isCampus && "Campus",
  ].filter((part) => part !== false && part !== undefined);
  return [parts[0], siteName].filter((part) => part !== undefined).join(" · ");
}

/** Draws the link that leads up on a narrow screen, which shows one view at a time. */
export function drawWayBack(address: Address): void {
  const parent = findParentAddress(address);
  const [back, link] = [byId("way-back"), byId("way-back-link")];
  back.hidden = resolveView(address) === "list";
  link.setAttribute("href", addressHref(parent));
  const { keyword, subject, course } = parent;
  link.textContent =
    course !== undefined
      ? course.replace("/", " ")
      : keyword !== ""
        ? `Results for “${keyword}”`
        : (subject ?? "All courses");
}

/** Marks the links that lead to what is open. */
export function markCurrent({ course, building }: Address): void {
  markLinks("course", course);
  markLinks("building", building);
}

function markLinks(name: "course" | "building", value = ""): void {
  const wanted = `a[data-${name}="${CSS.escape(value.toLowerCase())}"]`;
  for (const link of document.querySelectorAll(`a[data-${name}][aria-current]`)) {
    if (!link.matches(wanted)) link.removeAttribute("aria-current");
  }
  for (const link of document.querySelectorAll(wanted)) link.setAttribute("aria-current", "true");
}

/** Whether the screen shows one view at a time. The style sheet decides by the width. */
function isNarrow(): boolean {
  return getComputedStyle(byId("way-back")).getPropertyValue("--views").trim() === "one";
}

/** Tells those who listen what they do not see change. */
export function say(text: string): void {
  const place = byId("said");
  if (place.textContent !== text) place.replaceChildren(element("span", {}, text));
}

/**
 * Puts eyes and focus where the step has led. With room for all, the focus stays on the link that was followed:
 * a new course begins at its top, and a building is brought into view. With room for one thing, the focus goes
 * to its heading; back on the way, to the link that had led there.
 */
export function arrive(address: Address, before: Address, step: Step, scroll: number): void {
  const isSame = address.course === before.course && address.building === before.building;
  if (step === "travel") scrollTo(0, scroll);
  else if (isNarrow() ? resolveView(address) !== resolveView(before) : address.course !== before.course)
    scrollTo(0, 0);
  if (!isNarrow()) {
    if (step !== "travel" && !isSame && address.building !== undefined) bringCampusIntoView();
    return;
  }
  if (step === "replace" || (isSame && resolveView(address) === resolveView(before))) return;
  const target = (step === "travel" && linkTo(before)) || findHeading(resolveView(address));
  target?.focus({ preventScroll: true });
}

function bringCampusIntoView(): void {
  const panel = byId("campus").parentElement;
  panel?.scrollTo(0, 0);
  panel?.scrollIntoView({ block: "nearest" });
}

/** The link in view that leads to an address. */
function linkTo(address: Address): HTMLElement | undefined {
  return [...byId("app").querySelectorAll<HTMLElement>("a[href]")].find(
    (link) => link.getAttribute("href") === addressHref(address) && link.offsetParent !== null,
  );
}

/** The heading of what is in view. */
export function findHeading(view: "list" | "course" | "campus"): HTMLElement | null {
  return document.getElementById(
    { list: "results-title", course: "course-title", campus: "campus-title" }[view],
  );
}
