import type { Problem } from "../../kit/problem.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";
import type { ParsedText, Pointer } from "./parsed-text.js";

/**
 * Deletes each key `__proto__` of a parsed text, which JavaScript takes for the prototype, and its name in `required`.
 * Returns a problem for each key.
 */
export function removeProtoKeys(file: string, { root, findPosition }: ParsedText): readonly Problem[] {
  const problems: Problem[] = [];
  const report = (pointer: Pointer, what: string): void => {
    problems.push({
      code: "OPENAPI_INVALID",
      file,
      ...findPosition(pointer),
      element: `#/${pointer.join("/")}`,
      what: `${what} is called __proto__, which TypeScript cannot declare, so it is left out`,
      fix: "Rename it or leave it out",
    });
  };
  const open: { readonly value: Json; readonly pointer: Pointer }[] = [{ value: root, pointer: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer } = next;
    if (typeof value !== "object" || value === null) continue;
    const { required, properties } = value as JsonObject;
    if (Array.isArray(required) && required.includes(proto)) {
      if (!isJsonObject(properties) || !Object.hasOwn(properties, proto))
        report([...pointer, "required"], "A required property");
      Object.assign(value, { required: required.filter((name) => name !== proto) });
    }
    if (Object.hasOwn(value, proto)) {
      report([...pointer, proto], "A key");
      delete (value as { [proto]?: Json })[proto];
    }
    for (const [name, part] of Object.entries(value) as [string, Json][])
      open.push({ value: part, pointer: [...pointer, name] });
  }
  return problems;
}

const proto = "__proto__";
