import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { isReservedWord } from "../../kit/code/code.js";
import { withSuffix, type NamePool } from "../../kit/text/name-pool.js";

/** Names of the types of one package. */
export type TypeNames = ReadonlyMap<DescMessage | DescEnum, string>;

type TypeDesc = DescMessage | DescEnum;

/**
 * Decides the names of a package's types. A type whose TypeScript name is its declared one has priority, so that `AB`
 * keeps its name beside `A_B`. Outer types have priority over nested types. A type whose name is taken or does not
 * compile is called `...Message` or `...Enum`.
 */
export function decideTypeNames(files: readonly DescFile[], codec: CodecNames, pool: NamePool): TypeNames {
  const types = new Map<TypeDesc, string>();
  /** The names along the nesting of a type, itself last. */
  const paths = new Map<TypeDesc, readonly string[]>();
  const pathOf = (desc: TypeDesc, simple: string): readonly string[] => [
    ...(desc.parent ? (paths.get(desc.parent) ?? []) : []),
    simple,
  ];
  const canTake = (name: string): boolean =>
    !isReservedWord(name) && !codec.isReserved(name) && pool.isFree(name);
  const give = (desc: TypeDesc, simple: string): boolean => {
    const path = pathOf(desc, simple);
    const name = codec.typeName(path);
    if (!canTake(name)) return false;
    types.set(desc, pool.take([name]));
    paths.set(desc, path);
    return true;
  };
  let level: TypeDesc[] = files.flatMap((file) => [...file.messages, ...file.enums]);
  while (level.length > 0) {
    level.sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
    const isExact = (desc: TypeDesc): boolean => preferredName(desc.name) === desc.name;
    const sorted = [...level.filter(isExact), ...level.filter((desc) => !isExact(desc))];
    for (const desc of sorted.filter((one) => !give(one, preferredName(one.name)))) {
      const others = withSuffix(preferredName(desc.name), desc.kind === "message" ? "Message" : "Enum");
      for (const simple of others) if (give(desc, simple)) break;
    }
    level = level.flatMap((desc) => (desc.kind === "message" ? innerTypes(desc) : []));
  }
  return types;
}

/**
 * The declared name with a capital and without underscores: `foo_bar` and
 * `FOO_BAR` are FooBar. An underscore in a TypeScript name says that the type is
 * nested, and small letters are for variables, of which codecs have many.
 */
function preferredName(name: string): string {
  // Nearly all of them.
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  const text = name.includes("_") && !/[a-z]/.test(name) ? name.toLowerCase() : name;
  const camel = text
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Z]/.test(camel) ? camel : `X${camel}`;
}

function innerTypes(message: DescMessage): TypeDesc[] {
  return [...message.nestedMessages, ...message.nestedEnums];
}
