import { withSuffix } from "../../kit/text/name-pool.js";
import type { NameScope } from "./name-registry.js";
import type { TypeNames } from "./type-names.js";

/**
 * Decides the names of the types in which calls take messages: `CreateDiskInput` of `CreateDiskRequest`, and of what an
 * Update sends, `UpdateDiskWhole`. All messages of a package get them, those that need none too, so that a new rule changes
 * no name. They come after all others, which keep theirs.
 */
export function decideCallNames(types: TypeNames, scope: NameScope): void {
  const taken = new Set(types.values());
  for (const [message, name] of types) {
    if (message.kind !== "message") continue;
    const short = name.replace(/(?<=.)Request$/, "");
    const base = taken.has(short) ? name : short;
    scope.give(message.typeName, "input", withSuffix(`${base}Input`, "$"));
    scope.give(message.typeName, "whole", withSuffix(`${base}Whole`, "$"));
  }
}
