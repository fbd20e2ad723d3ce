import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isSecretField, kebabCase, type Service } from "@stratus/dynamic-client";

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** The name in csv and tsv: that of the field in the proto. */
  readonly name: string;
  /** Returns the text of a cell. */
  readonly text: (item: GuideJson, nowMs: number) => string;
  /** Returns the value in csv and tsv, as JSON has it. */
  readonly raw: (item: GuideJson) => string;
}

/** A path of field names into JSON. */
type Path = readonly GuideField[];

/**
 * Selects the columns of a table: name, id, state and age, from `metadata`, `spec`, `status` or the top of an item. The first
 * other scalar fields replace those that a type lacks. Wide tables show the other scalar fields as well.
 */
export function selectColumns(
  service: Service,
  type: string | undefined,
  isWide: boolean,
): readonly Column[] {
  const all = plainFields(service, type);
  const pick = (names: readonly string[], fits: (field: GuideField) => boolean): Path | undefined =>
    names
      .map((name) => all.find((path) => last(path).name === name && isOwn(path) && fits(last(path))))
      .find(Boolean);
  const main = [
    ["NAME", pick(["name", "display_name", "title"], isText)],
    ["ID", service.isNamedByName(type) ? undefined : pick(["id", "uid", "code", "key"], () => true)],
    ["STATE", pick(["state", "status", "phase"], ({ kind }) => kind === "enum" || kind === "string")],
    ["AGE", pick(["created_at", "create_time", "createdAt", "creation_time"], ({ kind }) => kind !== "bool")],
  ] as const;
  const found = main.flatMap(([title, path]) => (path ? [{ title, path }] : []));
  const used = new Set(found.map(({ path }) => path));
  const others = all
    .filter((path) => !used.has(path) && !isSecretField(last(path)) && last(path).name !== "resource_version")
    .map((path) => ({ title: otherTitle(path), path }));
  // What tells resources without a name or a state apart is in their first fields.
  const few = Math.max(0, 4 - found.length);
  return [...found, ...others.slice(0, isWide ? 8 : few)].map(({ title, path }) =>
    makeColumn(service, title, path),
  );
}

/** Whether a field is one of the resource itself, and not of something else that it contains, such as its owner. */
function isOwn(path: Path): boolean {
  return path.length === 1 || /^(?:metadata|meta|spec|status)$/.test(path[0]?.name ?? "");
}

function otherTitle(path: Path): string {
  return (isOwn(path) ? path.slice(-1) : path)
    .map(({ name }) => kebabCase(name))
    .join(".")
    .toUpperCase();
}

function isText({ kind }: GuideField): boolean {
  return kind === "string";
}

function last(path: Path): GuideField {
  const end = path.at(-1);
  if (!end) throw new Error("a path has a field");
  return end;
}

/** Returns the singular scalar fields at the top and one level deep, the topmost first. */
function plainFields(service: Service, type: string | undefined): readonly Path[] {
  const top = service.message(type).fields;
  const inside = top
    .filter((field) => service.isStructure(field))
    .flatMap((field) => service.message(field.type).fields.map((inner): Path => [field, inner]));
  const paths = [...top.map((field): Path => [field]), ...inside];
  return paths.filter((path) => {
    const field = last(path);
    return (
      !field.isList && field.mapKey === undefined && !service.isDescribed(field) && field.kind !== "json"
    );
  });
}

function makeColumn(service: Service, title: string, path: Path): Column {
  const field = last(path);
  const isTime = title === "AGE" || field.type === "google.protobuf.Timestamp";
  const values = new Map(
    service.enum(field.type)?.values.map(({ name, property }) => [name, property ?? name]),
  );
  return {
    title,
    name: isOwn(path) ? field.name : path.map(({ name }) => name).join("."),
    raw: (item) => {
      const value = valueAt(service, item, path) ?? "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
    },
    text: (item, nowMs) => {
      const value = valueAt(service, item, path);
      if (value === undefined || value === null) return "";
      if (isTime && typeof value === "string") return formatAge(value, nowMs);
      if (typeof value === "object") return JSON.stringify(value);
      return values.get(String(value)) ?? String(value);
    },
  };
}

function valueAt(service: Service, item: GuideJson, path: Path): GuideJson | undefined {
  let at: GuideJson | undefined = item;
  for (const field of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at)) return undefined;
    const names: Readonly<Record<string, GuideJson>> = at as never;
    at = names[service.jsonName(field)];
  }
  return at;
}

const steps = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
] as const;

/** Formats the age of a time, such as `3d` or `5h`. */
export function formatAge(time: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  const [size, unit] = steps.find(([one]) => Math.abs(seconds) >= one) ?? [1, "s"];
  return `${Math.trunc(seconds / size)}${unit}`;
}
