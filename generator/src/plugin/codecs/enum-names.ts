import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";

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

/**
 * Names the values of an enum. A value loses the enum's own name and what follows decides alone whether it can: a
 * name cannot begin with a digit. Of values that would have one name, each keeps what it has in the proto.
 */
export function enumNames(one: DescEnum): EnumNames {
  const letters = one.name.replaceAll("_", "").toUpperCase();
  const prefixes = new Map(one.values.map((value) => [value, prefixOf(value.name, letters)]));
  const short = (value: DescEnumValue): string => value.name.slice(prefixes.get(value)?.length ?? 0);
  // A name that is kept can be the short name of another value.
  for (let twice = namedTwice(one, short); twice.length > 0; twice = namedTwice(one, short)) {
    for (const value of twice) prefixes.set(value, "");
  }
  const local = new Map(one.values.map((value) => [value, localName(short(value))]));
  const prefix = one.values.map((value) => prefixes.get(value) ?? "").find((text) => text !== "") ?? "";
  return { local, prefix, others: one.values.filter((value) => value.name !== prefix + local.get(value)) };
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

/** The values that share their name with another, and have a longer one. */
function namedTwice(one: DescEnum, short: (value: DescEnumValue) => string): DescEnumValue[] {
  const counts = new Map<string, number>();
  for (const value of one.values) counts.set(short(value), (counts.get(short(value)) ?? 0) + 1);
  return one.values.filter((value) => (counts.get(short(value)) ?? 0) > 1 && short(value) !== value.name);
}

function localName(name: string): string {
  return members.has(name) ? `${name}$` : name;
}
