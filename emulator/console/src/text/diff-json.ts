import type { Json } from "./json.js";

/** A value that differs. A side is undefined if it has no such value. */
export interface Difference {
  /** The names that lead to the value: `spec.cpu`, `spec.disks[1]`. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Returns the values that differ, in the order of the fields. A message that only one side has is one difference. */
export function diffJson(before: Json | undefined, after: Json | undefined, path = ""): Difference[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      diffJson(before[index], after[index], `${path}[${index}]`),
    ).flat();
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => diffJson(own(before, name), own(after, name), joinPath(path, name)));
  }
  return [{ path, before, after }];
}

function own(value: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name that is not an identifier, such as a key of a map, is in brackets and quotes. */
function joinPath(path: string, name: string): string {
  if (!/^[\w$]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
