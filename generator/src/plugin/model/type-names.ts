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
  const namer = new TypeNamer(codec, scope);
  let level: TypeDesc[] = files.flatMap((file) => [...file.messages, ...file.enums]);
  while (level.length > 0) {
    namer.nameLevel(level.toSorted((a, b) => compare(a.typeName, b.typeName)));
    level = level.flatMap((desc) => (desc.kind === "message" ? innerTypes(desc) : []));
  }
  return namer.types;
}

/** Names types, after those that they are nested in. */
class TypeNamer {
  readonly types = new Map<TypeDesc, string>();
  readonly #codec: CodecNames;
  readonly #scope: NameScope;
  /** The names along the nesting of a type, itself last. */
  readonly #paths = new Map<TypeDesc, readonly string[]>();

  constructor(codec: CodecNames, scope: NameScope) {
    this.#codec = codec;
    this.#scope = scope;
  }

  /** Names the types of one level of nesting. */
  nameLevel(level: readonly TypeDesc[]): void {
    const later = level.filter((desc) => {
      const preferred = preferredName(desc.name);
      const name = this.#codec.typeName(this.#pathOf(desc, preferred));
      const isRecorded = this.#scope.recorded(desc.typeName, "type") !== undefined;
      if (isRecorded || (this.#isUsable(name) && this.#scope.isFree(name))) this.#give(desc, [preferred]);
      return !this.types.has(desc);
    });
    for (const desc of later)
      this.#give(desc, withSuffix(preferredName(desc.name), desc.kind === "message" ? "Message" : "Enum"));
  }

  #give(desc: TypeDesc, simpleNames: Iterable<string>): void {
    const usable = new Map<string, string>();
    const name = this.#scope.give(desc.typeName, "type", this.#candidates(desc, simpleNames, usable));
    this.types.set(desc, name);
    this.#paths.set(desc, this.#pathOf(desc, usable.get(name) ?? this.#readSimpleName(desc, name)));
  }

  /** Yields the names that a type can have, and notes the simple name of each. */
  *#candidates(
    desc: TypeDesc,
    simpleNames: Iterable<string>,
    usable: Map<string, string>,
  ): Generator<string> {
    for (const simple of simpleNames) {
      const candidate = this.#codec.typeName(this.#pathOf(desc, simple));
      if (!this.#isUsable(candidate)) continue;
      usable.set(candidate, simple);
      yield candidate;
    }
  }

  /** Reads the last part of a recorded name, which has to follow from the names around the type. */
  #readSimpleName(desc: TypeDesc, name: string): string {
    const before = this.#prefixOf(this.#pathOf(desc, "").slice(0, -1));
    const rest = name.slice(before.length);
    const inner = desc.kind === "message" ? innerTypes(desc) : [];
    const fits = (simple: string): boolean => {
      const prefix = this.#prefixOf(this.#pathOf(desc, simple));
      return inner.every((one) => this.#scope.recorded(one.typeName, "type")?.startsWith(prefix) !== false);
    };
    // The codec adds `Message` to some names, so a name can have two simple ones.
    const possible = [preferredName(desc.name), rest, rest.replace(/Message$/, "")].filter(
      (one) => /^[A-Z][A-Za-z0-9]*$/.test(one) && this.#codec.typeName(this.#pathOf(desc, one)) === name,
    );
    const simple = possible.find(fits) ?? possible[0];
    if (simple !== undefined && this.#isUsable(name)) return simple;
    const why =
      before === "" ? "no type can be called so" : `the type is nested, so its name begins with ${before}`;
    return this.#scope.refuse(desc.typeName, "type", why);
  }

  #isUsable(name: string): boolean {
    return !isReservedWord(name) && !this.#codec.isReserved(name);
  }

  #pathOf(desc: TypeDesc, simple: string): readonly string[] {
    return [...(desc.parent ? (this.#paths.get(desc.parent) ?? []) : []), simple];
  }

  /** Returns the start of the names of types in another one: `Outer_`. */
  #prefixOf(path: readonly string[]): string {
    return path.length === 0 ? "" : this.#codec.typeName([...path, "X"]).slice(0, -1);
  }
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
