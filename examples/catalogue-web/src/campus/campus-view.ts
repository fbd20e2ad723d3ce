/** The campus view: a map with the buildings in use, and the lists of buildings beside it. */
import { addressHref, type Address } from "../address/address.js";
import { element, list, type Content } from "../dom/element.js";
import { notice, problemNotice, skeleton, slowNote } from "../dom/notice.js";
import { buildingKey, findBuildings } from "../facts/building-key.js";
import { addressText, pointText, type Building } from "../facts/building.js";
import { byText } from "../facts/order.js";
import type { State } from "../load/state.js";
import { buildingList } from "../results/result-list.js";
import { campusMap } from "./campus-map.js";

/** The data and callbacks of the campus view. */
export interface Campus {
  readonly buildings: State<readonly Building[]>;
  /** The chosen building. The value is undefined if no such building exists. */
  readonly chosen: State<Building | undefined>;
  /** The buildings in use. `usedTitle` describes their use. */
  readonly used: readonly Building[];
  readonly usedTitle: string;
  readonly address: Address;
  readonly retry: () => void;
  readonly retryChosen: () => void;
  readonly choose: (key: string | undefined) => void;
}

/** The campus: the chosen building, the map, the buildings in use, and all the others. */
export function campusView(campus: Campus): readonly Content[] {
  const { buildings, used, address, retry, choose } = campus;
  const chosen = buildings.kind === "ready" ? findBuildings(buildings.value, address.building) : [];
  const card = chosenView(campus, chosen);
  if (buildings.kind === "failed") return [card, problemNotice(buildings.problem, retry)];
  if (buildings.kind !== "ready") {
    const isSlow = buildings.kind === "waiting" && buildings.isSlow;
    return [card, isSlow && slowNote(), element("div", { class: "map is-empty" }), skeleton(70, 50, 64)];
  }
  const all = buildings.value;
  if (all.length === 0) return [card, notice("No buildings are listed")];
  return [
    card,
    campusMap(all, { used, chosen }, (building) => choose(buildingKey(building, all))),
    ...usedView(campus, all),
    allView(campus, all),
  ];
}

function chosenView(
  { chosen, buildings, address, retryChosen }: Campus,
  alike: readonly Building[],
): HTMLElement | undefined {
  if (address.building === undefined) return undefined;
  if (chosen.kind === "failed") return problemNotice(chosen.problem, retryChosen);
  if (chosen.kind !== "ready") return element("div", { class: "card" }, skeleton(60, 80));
  if (!chosen.value) {
    return notice(
      `There is no building “${address.building}”`,
      element("p", {}, "It is in no list of this catalogue."),
    );
  }
  const close = element(
    "a",
    { class: "close", href: addressHref({ ...address, building: undefined }), "data-key": "close" },
    "Close",
  );
  if (alike.length > 1 && buildings.kind === "ready") {
    const list = buildingList(alike, address, buildings.value);
    return element("div", { class: "card" }, element("h3", {}, chosen.value.name), list, close);
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
    close,
  );
}

function usedView({ used, usedTitle, address }: Campus, all: readonly Building[]): readonly Content[] {
  if (used.length === 0) return [];
  return [element("h3", {}, usedTitle), buildingList(used, address, all)];
}

function allView({ used, address }: Campus, all: readonly Building[]): HTMLElement {
  const sorted = all.toSorted(
    (a, b) => byText(a.name, b.name) || byText(addressText(a) ?? "", addressText(b) ?? ""),
  );
  const count = all.length === 1 ? "The one building" : `All ${all.length} buildings`;
  return element(
    "details",
    { class: "all", open: used.length === 0 && address.building === undefined },
    element("summary", { "data-key": "all" }, count),
    buildingList(sorted, address, all),
  );
}
