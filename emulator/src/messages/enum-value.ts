import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";

/** Finds the value of an enum by its name in the proto, or by its short name, without the prefix that all values share. */
export function findEnumValue(type: DescEnum, name: string): DescEnumValue | undefined {
  const exact = type.values.find((value) => value.name === name);
  return exact ?? type.values.find((value) => shortName(type, value) === name);
}

/** Returns the name of a value as tables and docs show it: `RUNNING` of `STATE_RUNNING`. */
export function shortName(type: DescEnum, { name }: DescEnumValue): string {
  const prefix = type.sharedPrefix?.toUpperCase() ?? commonPrefix(type.values.map((value) => value.name));
  return name.startsWith(prefix) && /^[A-Z]/i.test(name.slice(prefix.length))
    ? name.slice(prefix.length)
    : name;
}

/** Returns the words that all names begin with, such as `INSTANCE_STATE_` in an enum `State`. */
function commonPrefix([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return "";
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same += 1;
    length = same;
  }
  return first.slice(0, first.lastIndexOf("_", length - 1) + 1);
}
