import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";
import { compare } from "../../kit/compare.js";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";

/** The names of an enum's values in TypeScript, and how the names in the proto follow from them. */
export interface EnumNames {
  /** The name of each value: `NETWORK_SSD` for `DISK_TYPE_NETWORK_SSD` of `DiskType`. */
  readonly local: ReadonlyMap<DescEnumValue, string>;
  /** The prefix that most values have in the proto; empty if no value loses a prefix. */
  readonly prefix: string;
  /** The values whose name in the proto is not the prefix and the name here. */
  readonly others: readonly DescEnumValue[];
}

/** Members that every enum has beside its values. */
const members: ReadonlySet<string> = new Set(["nameOf", "isKnown"]);

/** Gives a value the first of the candidates that no other value of the enum has. */
export type GiveValueName = (value: DescEnumValue, candidates: Iterable<string>) => string;

/** Names that no value can have. */
export const reservedValueNames: readonly string[] = [...members];

/**
 * Names the values of an enum. A value loses the enum's own name and what follows decides alone whether it can: a
 * name cannot begin with a digit. Of values that would have one name, the one with the lower number has it, and each
 * other has what it has in the proto.
 *
 * @param give Decides between values that would have one name. Default: the first one has it.
 */
export function enumNames(one: DescEnum, give: GiveValueName = giveFirst()): EnumNames {
  const letters = one.name.replaceAll("_", "").toUpperCase();
  const prefixes = new Map(one.values.map((value) => [value, prefixOf(value.name, letters)]));
  const sorted = one.values.toSorted((a, b) => a.number - b.number || compare(a.name, b.name));
  const given = new Map(
    sorted.map((value) => {
      const short = value.name.slice(prefixes.get(value)?.length ?? 0);
      return [value, give(value, candidates(short, value.name))];
    }),
  );
  const local = new Map(one.values.map((value) => [value, given.get(value) ?? value.name]));
  const prefix = one.values.map((value) => prefixes.get(value) ?? "").find((text) => text !== "") ?? "";
  return { local, prefix, others: one.values.filter((value) => value.name !== prefix + local.get(value)) };
}

function* candidates(short: string, full: string): Generator<string> {
  yield localName(short);
  if (full !== short) yield localName(full);
  yield* withSuffix(`${full}$`, "");
}

function giveFirst(): GiveValueName {
  const pool = new NamePool({ reserved: reservedValueNames });
  return (_, names) => pool.take(names);
}

/** `DISK_TYPE_` of a value of `DiskType`, wherever the proto has its underscores; empty where the value keeps its name. */
function prefixOf(name: string, letters: string): string {
  let end = 0;
  for (const letter of letters) {
    if (end > 0) end = behindUnderscores(name, end);
    if (name[end] !== letter) return "";
    end++;
  }
  const rest = behindUnderscores(name, end);
  return rest > end && /[A-Za-z]/.test(name.charAt(rest)) ? name.slice(0, rest) : "";
}

function behindUnderscores(name: string, start: number): number {
  let end = start;
  while (name[end] === "_") end++;
  return end;
}

function localName(name: string): string {
  return members.has(name) ? `${name}$` : name;
}
