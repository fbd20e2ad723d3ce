/** The room of the campus: a map with the buildings in use, and the lists of buildings beside it. */
import { addressHref, type Address } from "../address/address.js";
import { element, list, type Content } from "../dom/element.js";
import { notice, problemNotice, skeleton, slowNote } from "../dom/notice.js";
import { isSameBuilding, pointText, type Building } from "../facts/building.js";
import type { State } from "../load/loader.js";
import { buildingList } from "../results/result-list.js";
import { campusMap } from "./campus-map.js";

/** What the campus is drawn from. */
export interface Campus {
  readonly buildings: State<readonly Building[]>;
  /** The chosen building; a value of undefined where there is no such building. */
  readonly chosen: State<Building | undefined>;
  /** Buildings in use, and what for. */
  readonly used: readonly string[];
  readonly usedTitle: string;
  readonly address: Address;
  readonly retry: () => void;
  readonly retryChosen: () => void;
  readonly choose: (abbr: string) => void;
}

/** The campus: the chosen building, the map, the buildings in use, and all the others. */
export function campusView(campus: Campus): readonly Content[] {
  const { buildings, used, address, retry, choose } = campus;
  const card = chosenView(campus);
  if (buildings.kind === "failed") return [card, problemNotice(buildings.problem, retry)];
  if (buildings.kind !== "ready") {
    const isSlow = buildings.kind === "waiting" && buildings.isSlow;
    return [card, isSlow && slowNote(), element("div", { class: "map is-empty" }), skeleton(70, 50, 64)];
  }
  const all = buildings.value;
  if (all.length === 0) return [card, notice("No buildings are listed")];
  return [
    card,
    campusMap(all, { used, chosen: address.building }, choose),
    ...usedView(campus, all),
    allView(campus, all),
  ];
}

function chosenView({ chosen, address, retryChosen }: Campus): HTMLElement | undefined {
  if (address.building === undefined) return undefined;
  if (chosen.kind === "failed") return problemNotice(chosen.problem, retryChosen);
  if (chosen.kind !== "ready") return element("div", { class: "card" }, skeleton(60, 80));
  if (!chosen.value) {
    return notice(
      `There is no building “${address.building}”`,
      element("p", {}, "It is in no list of this catalogue."),
    );
  }
  const { name, abbr, address: street, number, point } = chosen.value;
  const lines = [street, number, point ? pointText(point) : "It has no place on the map."].filter(
    (line) => line !== undefined,
  );
  return element(
    "div",
    { class: "card" },
    element("p", { class: "code" }, abbr ?? ""),
    element("h3", {}, name),
    list(
      "ul",
      {},
      lines.map((line) => element("li", {}, line)),
    ),
    element(
      "a",
      { class: "close", href: addressHref({ ...address, building: undefined }), "data-key": "close" },
      "Close",
    ),
  );
}

/** Buildings in use that are in no list are named all the same. */
function usedView({ used, usedTitle, address }: Campus, all: readonly Building[]): readonly Content[] {
  if (used.length === 0) return [];
  const named = used.map(
    (code) => all.find(({ abbr }) => isSameBuilding(abbr, code)) ?? { abbr: code, name: code },
  );
  return [element("h3", {}, usedTitle), buildingList(named, address)];
}

function allView({ used, address }: Campus, all: readonly Building[]): HTMLElement {
  const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const count = all.length === 1 ? "The one building" : `All ${all.length} buildings`;
  return element(
    "details",
    { class: "all", open: used.length === 0 && address.building === undefined },
    element("summary", { "data-key": "all" }, count),
    buildingList(sorted, address),
  );
}
