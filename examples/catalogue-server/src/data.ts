import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A course as the catalogue sends it. The server sends any other properties unchanged. */
export interface CourseRecord {
  readonly title: string;
  readonly subjectCode: string;
  readonly courseNumber: number;
  readonly [name: string]: unknown;
}

/** A building as the catalogue sends it. */
export interface BuildingRecord {
  readonly abbr: string;
  readonly name: string;
  readonly [name: string]: unknown;
}

/** All that a catalogue knows. Subjects are those of its courses. */
export interface CatalogueData {
  readonly courses: readonly CourseRecord[];
  readonly buildings: readonly BuildingRecord[];
}

/** The JSON file of a small made-up university, which the server uses by default. */
export const sampleFile: string = fileURLToPath(new URL("../src/sample.json", import.meta.url));

/**
 * Data given as a value, or read from a JSON file.
 * @throws Error that names the file and the record which could not be served.
 */
export async function loadData(data: CatalogueData | string): Promise<CatalogueData> {
  if (typeof data !== "string") return checked("the data", data);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(data, "utf8"));
  } catch (error) {
    throw new Error(
      `${data} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  return checked(data, value);
}

function checked(source: string, value: unknown): CatalogueData {
  const { courses, buildings } = Object(value) as Partial<Record<keyof CatalogueData, unknown>>;
  return {
    courses: readRecords(
      source,
      "courses",
      courses,
      isCourse,
      "subjectCode (text), courseNumber (number) and title (text)",
    ),
    buildings: readRecords(source, "buildings", buildings, isBuilding, "abbr and name (text)"),
  };
}

function readRecords<T>(
  source: string,
  name: string,
  records: unknown,
  isRecord: (record: unknown) => record is T,
  needs: string,
): readonly T[] {
  if (!Array.isArray(records)) throw new Error(`${source}: "${name}" must be a list`);
  return records.map((record: unknown, index) => {
    if (!isRecord(record)) throw new Error(`${source}: ${name}[${index}] needs ${needs}`);
    return record;
  });
}

function isCourse(record: unknown): record is CourseRecord {
  const { title, subjectCode, courseNumber } = Object(record) as Partial<CourseRecord>;
  return typeof title === "string" && typeof subjectCode === "string" && typeof courseNumber === "number";
}

function isBuilding(record: unknown): record is BuildingRecord {
  const { abbr, name } = Object(record) as Partial<BuildingRecord>;
  return typeof abbr === "string" && typeof name === "string";
}
