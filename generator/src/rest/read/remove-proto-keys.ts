import type { Problem } from "../../kit/problem.js";
import type { Json, JsonObject } from "./json.js";
import type { ParsedText, Pointer } from "./parsed-text.js";

/**
 * Deletes each key `__proto__` of a parsed text, which JavaScript takes for the prototype, and its name in `required`.
 * Returns a problem for each key.
 */
export function removeProtoKeys(file: string, { root, findPosition }: ParsedText): readonly Problem[] {
  const problems: Problem[] = [];
  const open: { readonly value: Json; readonly pointer: Pointer }[] = [{ value: root, pointer: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer } = next;
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, proto)) {
      const place = [...pointer, proto];
      problems.push({
        code: "OPENAPI_INVALID",
        file,
        ...findPosition(place),
        element: `#/${place.join("/")}`,
        what: "A key is called __proto__, which TypeScript cannot declare, so it is left out",
        fix: "Rename it or leave it out",
      });
      delete (value as { [proto]?: Json })[proto];
    }
    const { required } = value as JsonObject;
    if (Array.isArray(required) && required.includes(proto))
      Object.assign(value, { required: required.filter((name) => name !== proto) });
    for (const [name, part] of Object.entries(value) as [string, Json][])
      open.push({ value: part, pointer: [...pointer, name] });
  }
  return problems;
}

const proto = "__proto__";
