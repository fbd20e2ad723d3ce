import type { BuildingRecord, CatalogueData, CourseRecord } from "./data.js";
import { search, type SearchField } from "./search.js";

const courseFields: readonly SearchField<CourseRecord>[] = [
  { text: ({ title, subjectCode, courseNumber }) => `${title} ${subjectCode} ${courseNumber}`, weight: 3 },
  { text: ({ description }) => String(description ?? ""), weight: 1 },
];

const buildingFields: readonly SearchField<BuildingRecord>[] = [
  { text: ({ abbr }) => abbr, weight: 4 },
  { text: ({ name }) => name, weight: 3 },
  { text: ({ address }) => String(address ?? ""), weight: 1 },
];

/**
 * Returns the resource at a path, given as decoded segments, or undefined if
 * none exists. Codes are case-insensitive.
 */
export function resourceAt(data: CatalogueData, segments: readonly string[]): unknown {
  const [first = "", second, third] = segments;
  const { courses, buildings } = data;
  const route = [first, ...segments.slice(1).map(() => "*")].join("/");
  if (route === "courses") {
    return courses.map(({ title, subjectCode, courseNumber }) => ({ title, subjectCode, courseNumber }));
  }
  if (route === "courses/*/*") {
    return courses.find((one) => isSame(one.subjectCode, second) && String(one.courseNumber) === third);
  }
  if (route === "subjects") return [...new Set(courses.map(({ subjectCode }) => subjectCode))].sort();
  if (route === "buildings") return buildings;
  if (route === "buildings/*") return buildings.find(({ abbr }) => isSame(abbr, second));
  if (route !== "search/*/*") return undefined;
  if (second === "courses") return search(courses, courseFields, third ?? "");
  return second === "buildings" ? search(buildings, buildingFields, third ?? "") : undefined;
}

function isSame(code: string, other: string | undefined): boolean {
  return code.toLowerCase() === other?.toLowerCase();
}
