import type { DescEnum } from "@bufbuild/protobuf";
import type { Names } from "./names.fixture.js";
import type { Line } from "./line.fixture.js";

/** Writes a line that compares with each value of an enum. */
export function* writeEnumLines(desc: DescEnum, names: Names): Generator<Line> {
  const element = `enum ${desc.typeName}`;
  const name = names.find(element);
  if (name === undefined) return;
  const members = names.values(element).map((member) => member.name);
  for (const { name: value } of desc.values) {
    const member = findMember(value, members);
    if (member === undefined) continue;
    yield {
      text: `(value: ${name}): boolean => { switch (value) { case ${name}.${member}: return true; default: return false; } }`,
      elements: [`value ${desc.typeName}.${value}`, element],
    };
  }
}

/** Finds the member of a value: `ACTIVE` for `STATE_ACTIVE`, not for `STATE_INACTIVE`. The longest match wins. */
function findMember(value: string, members: readonly string[]): string | undefined {
  return members
    .filter((key) => value === key || value.endsWith(`_${key}`))
    .reduce<string | undefined>(
      (longest, key) => (key.length > (longest?.length ?? 0) ? key : longest),
      undefined,
    );
}
