import { readFields, joined, readNumber, readRecords, readText, type Fields } from "./given.js";

/** A point on the globe, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A building, as far as it is known. */
export interface Building {
  /** `TUR`; undefined where it cannot be asked for. */
  readonly abbr?: string | undefined;
  readonly name: string;
  /** `12 College Way`. */
  readonly address?: string | undefined;
  /** `Building 24`. */
  readonly number?: string | undefined;
  /** Undefined where it has no place on a map. */
  readonly point?: Point | undefined;
}

/** A building of what was sent. */
export function readBuilding(given: unknown): Building {
  const record = readFields(given, "name");
  const abbr = readText(record["abbr"]);
  const number = readText(record["buildingNumber"]);
  return {
    abbr,
    name: readText(record["name"]) ?? abbr ?? "Building without a name",
    address: readText(record["address"]),
    number: number && `Building ${number}`,
    point: readPoint(record),
  };
}

/** The buildings of a list. */
export function readBuildings(given: unknown): readonly Building[] {
  return readRecords(given, "name").map(readBuilding);
}

/** Whether two abbreviations name the same building. */
export function isSameBuilding(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}

/** `12 College Way · Building 24`. */
export function addressText({ address, number }: Building): string | undefined {
  return joined([address, number], " · ");
}

/** `45.1034° N, 122.8716° W`. */
export function pointText({ latitude, longitude }: Point): string {
  return `${degreesText(latitude)} ${latitude < 0 ? "S" : "N"}, ${degreesText(longitude)} ${longitude < 0 ? "W" : "E"}`;
}

function degreesText(degrees: number): string {
  return `${Math.abs(degrees).toFixed(4)}°`;
}

function readPoint(record: Fields): Point | undefined {
  const [latitude, longitude] = [readNumber(record["latitude"]), readNumber(record["longitude"])];
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? undefined : { latitude, longitude };
}
