import type { Json, JsonObject } from "../read/json.js";
import type { SchemaReader } from "./schemas.js";

/**
 * Names of schemas whose values differ between requests and answers: they, or
 * what they refer to, have properties that go one way only.
 */
export function twoSidedNames(schemas: SchemaReader): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, { node }] of schemas.named) {
    const { isTwoSided, references } = look(node.value);
    if (isTwoSided) found.add(name);
    for (const reference of references) {
      const target = reference.replace(/^#\/components\/schemas\/([^/]+)$/, "$1");
      users.set(target, [...(users.get(target) ?? []), name]);
    }
  }
  // What refers to one is one: the set grows as it is walked.
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

function look(value: Json): { readonly isTwoSided: boolean; readonly references: ReadonlySet<string> } {
  const references = new Set<string>();
  let isTwoSided = false;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const key of Object.keys(next)) {
      const part = (next as JsonObject)[key] ?? null;
      if ((key === "readOnly" || key === "writeOnly") && part === true) isTwoSided = true;
      else if (key === "$ref" && typeof part === "string") references.add(part);
      else if (key !== "example" && key !== "examples") open.push(part);
    }
  }
  return { isTwoSided, references };
}
