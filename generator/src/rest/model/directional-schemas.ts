import type { Json, JsonObject } from "../read/json.js";
import type { SchemaReader } from "./schemas.js";

/**
 * Returns the names of schemas that differ between requests and responses, because they or the schemas that they
 * reference have `readOnly` or `writeOnly` properties.
 */
export function findDirectionalSchemas(schemas: SchemaReader): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, { node }] of schemas.named) {
    const { isDirectional, references } = scanSchema(node.value);
    if (isDirectional) found.add(name);
    for (const reference of references) {
      const target = reference.replace(/^#\/components\/schemas\/([^/]+)$/, "$1");
      users.set(target, [...(users.get(target) ?? []), name]);
    }
  }
  // Users of a found schema are found as well: the set grows while it is iterated.
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

function scanSchema(value: Json): {
  readonly isDirectional: boolean;
  readonly references: ReadonlySet<string>;
} {
  const references = new Set<string>();
  let isDirectional = false;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const key of Object.keys(next)) {
      const part = (next as JsonObject)[key] ?? null;
      if ((key === "readOnly" || key === "writeOnly") && part === true) isDirectional = true;
      else if (key === "$ref" && typeof part === "string") references.add(part);
      else if (key !== "example" && key !== "examples") open.push(part);
    }
  }
  return { isDirectional, references };
}
