import { Problems, type Problem } from "../../kit/problem.js";
import type { Json } from "./json.js";
import type { Pointer } from "./parsed-text.js";
import type { SpecText } from "./spec-text.js";

/** Throws `Problems` if any object of a description has the key `__proto__`, which JavaScript takes for the prototype. */
export function checkKeys(spec: SpecText): void {
  const problems: Problem[] = [];
  const report = (pointer: Pointer, what: string, fix: string): void => {
    problems.push({
      code: "OPENAPI_INVALID",
      file: spec.file,
      ...spec.findPosition(pointer),
      element: `#/${pointer.join("/")}`,
      what,
      fix,
    });
  };
  const open: { readonly value: Json; readonly pointer: Pointer }[] = [{ value: spec.root, pointer: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, part] of Object.entries(value) as [string, Json][]) {
      const place = [...pointer, name];
      if (name === "__proto__") report(place, "A key is called __proto__", "Rename it or leave it out");
      open.push({ value: part, pointer: place });
    }
  }
  if (problems.length > 0) throw new Problems(problems);
}
