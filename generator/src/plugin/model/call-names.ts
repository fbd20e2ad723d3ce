import type { DescMessage } from "@bufbuild/protobuf";
import type { NamePool } from "../../kit/text/name-pool.js";
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
export function decideCallNames(types: TypeNames, pool: NamePool): ReadonlyMap<DescMessage, CallNames> {
  const taken = new Set(types.values());
  const decided = new Map<DescMessage, CallNames>();
  for (const [message, name] of types) {
    if (message.kind !== "message") continue;
    const short = name.replace(/(?<=.)Request$/, "");
    const base = taken.has(short) ? name : short;
    decided.set(message, {
      input: pool.takeWith(`${base}Input`, "$"),
      whole: pool.takeWith(`${base}Whole`, "$"),
    });
  }
  return decided;
}
