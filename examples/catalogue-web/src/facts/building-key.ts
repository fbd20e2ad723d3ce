import { isSameBuilding, type Building } from "./building.js";

/**
 * A building as the address of the page says it: `TUR`, or `TUR/24` where several buildings have that code: then
 * its number tells it apart, or its name, or its place in the list. Undefined for one without a code.
 */
export function buildingKey(building: Building, all: readonly Building[]): string | undefined {
  const { abbr, number, name } = building;
  if (abbr === undefined) return undefined;
  const alike = all.filter((other) => isSameBuilding(other.abbr, abbr));
  if (alike.length < 2) return abbr;
  const isOwn = (of: "number" | "name"): boolean =>
    alike.filter((one) => one[of] === building[of]).length === 1;
  if (number !== undefined && isOwn("number")) return `${abbr}/${number.replace("Building ", "")}`;
  if (isOwn("name")) return `${abbr}/${name}`;
  const text = JSON.stringify(building);
  return `${abbr}/(${alike.findIndex((one) => JSON.stringify(one) === text) + 1})`;
}

/** The buildings that such a key means: one, or all that have its code. */
export function findBuildings(all: readonly Building[], key: string | undefined): readonly Building[] {
  if (key === undefined) return [];
  const wanted = key.toLowerCase();
  const exact = all.filter((building) => buildingKey(building, all)?.toLowerCase() === wanted);
  return exact.length > 0 ? exact : all.filter(({ abbr }) => isSameBuilding(abbr, readCode(key)));
}

/** The same, or what is known of a building that is in no list. */
export function namedBuildings(all: readonly Building[], key: string): readonly Building[] {
  const found = findBuildings(all, key);
  return found.length > 0 ? found : [{ abbr: key, name: key }];
}

/** Those of the list that were found, as the list has them; what is in no list stays as it was found. */
export function listedBuildings(all: readonly Building[], found: readonly Building[]): readonly Building[] {
  const listed = new Map(all.map((one) => [JSON.stringify(one), one]));
  return found.map((one) => listed.get(JSON.stringify(one)) ?? one);
}

/** The code in a key. */
export function readCode(key: string): string {
  return key.split("/")[0] ?? key;
}
