import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { isReservedWord } from "../../kit/code/code.js";
import { compare } from "../../kit/compare.js";
import { withSuffix } from "../../kit/text/name-pool.js";
import type { NameScope } from "./name-registry.js";

/** Names of the types of one package. */
export type TypeNames = ReadonlyMap<DescMessage | DescEnum, string>;

type TypeDesc = DescMessage | DescEnum;

/**
 * Decides the names of a package's types. Of types that would have the same name, the first by full name has it. Outer
 * types have priority over nested types. A type whose name is taken or does not compile is called `...Message` or
 * `...Enum`.
 */
export function decideTypeNames(files: readonly DescFile[], codec: CodecNames, scope: NameScope): TypeNames {
  const types = new Map<TypeDesc, string>();
  /** The names along the nesting of a type, itself last. */
  const paths = new Map<TypeDesc, readonly string[]>();
  const pathOf = (desc: TypeDesc, simple: string): readonly string[] => [
    ...(desc.parent ? (paths.get(desc.parent) ?? []) : []),
    simple,
  ];
  /** The start of the names of types in another one: `Outer_`. */
  const prefixAt = (path: readonly string[]): string =>
    path.length === 0 ? "" : codec.typeName([...path, "X"]).slice(0, -1);
  const give = (desc: TypeDesc, simpleNames: Iterable<string>): void => {
    const usable = new Map<string, string>();
    const name = scope.give(desc.typeName, "type", candidates());
    types.set(desc, name);
    paths.set(desc, pathOf(desc, usable.get(name) ?? readSimpleName(desc, name)));

    function* candidates(): Generator<string> {
      for (const simple of simpleNames) {
        const candidate = codec.typeName(pathOf(desc, simple));
        if (isReservedWord(candidate) || codec.isReserved(candidate)) continue;
        usable.set(candidate, simple);
        yield candidate;
      }
    }
  };
  /** The last part of a recorded name, which has to follow from the names around the type. */
  const readSimpleName = (desc: TypeDesc, name: string): string => {
    const before = prefixAt(pathOf(desc, "X").slice(0, -1));
    const rest = name.slice(before.length);
    const inner = desc.kind === "message" ? innerTypes(desc) : [];
    const fits = (simple: string): boolean => {
      const prefix = prefixAt(pathOf(desc, simple));
      return inner.every((one) => scope.recorded(one.typeName, "type")?.startsWith(prefix) !== false);
    };
    const possible = [rest.replace(/Message$/, ""), rest].filter(
      (one) => /^[A-Z][A-Za-z0-9]*$/.test(one) && codec.typeName(pathOf(desc, one)) === name,
    );
    const simple = possible.find(fits) ?? possible[0];
    if (simple === undefined || isReservedWord(name) || codec.isReserved(name))
      return scope.refuse(
        desc.typeName,
        "type",
        before === "" ? "no type can be called so" : `the type is nested, so its name begins with ${before}`,
      );
    return simple;
  };
  let level: TypeDesc[] = files.flatMap((file) => [...file.messages, ...file.enums]);
  while (level.length > 0) {
    level.sort((a, b) => compare(a.typeName, b.typeName));
    const later = level.filter((desc) => {
      const name = codec.typeName(pathOf(desc, preferredName(desc.name)));
      const isFree = !isReservedWord(name) && !codec.isReserved(name) && scope.isFree(name);
      if (isFree || scope.recorded(desc.typeName, "type") !== undefined)
        give(desc, [preferredName(desc.name)]);
      return !types.has(desc);
    });
    for (const desc of later)
      give(desc, withSuffix(preferredName(desc.name), desc.kind === "message" ? "Message" : "Enum"));
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
