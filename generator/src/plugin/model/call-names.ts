import type { DescMessage } from "@bufbuild/protobuf";
import { withSuffix } from "../../kit/text/name-pool.js";
import type { NameScope } from "./name-registry.js";
import type { TypeNames } from "./type-names.js";

/** Names of the types in which calls take a message. */
export interface CallNames {
  /** `CreateDiskInput` of `CreateDiskRequest`. */
  readonly input: string;
  /** `UpdateDiskWhole` of `UpdateDiskRequest`. */
  readonly whole: string;
}

/**
 * Decides the names of all messages of a package, those that need none too, so that a new rule changes no name. They come
 * after all others, which keep theirs.
 */
export function decideCallNames(types: TypeNames, scope: NameScope): ReadonlyMap<DescMessage, CallNames> {
  const taken = new Set(types.values());
  const decided = new Map<DescMessage, CallNames>();
  for (const [message, name] of types) {
    if (message.kind !== "message") continue;
    const short = name.replace(/(?<=.)Request$/, "");
    const base = taken.has(short) ? name : short;
    decided.set(message, {
      input: scope.give(message.typeName, "input", withSuffix(`${base}Input`, "$")),
      whole: scope.give(message.typeName, "whole", withSuffix(`${base}Whole`, "$")),
    });
  }
  return decided;
}
