import type {
  DescEnum,
  DescEnumValue,
  DescField,
  DescFile,
  DescMessage,
  DescOneof,
} from "@bufbuild/protobuf";
import { isReservedWord } from "../../kit/code/code.js";
import { isNamesakeOfPlain } from "../source/plain-type-names.js";

/** The names that were decided for the output. */
export interface DecidedNames {
  /** Path of a file's module from the top of the sources, without extension. */
  module(file: DescFile): string;
  /** A message or an enum. */
  type(desc: DescMessage | DescEnum): { readonly name: string };
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
}

/**
 * The names that ts-proto receives. They already have the form that it would give them, so that its code has the same
 * names as ours.
 */
export interface PlainNames {
  /** Returns the path of the file as a proto beside our module, since ts-proto writes its output there. */
  file(file: DescFile): string;
  /** The name of a message or enum inside of what it is nested in. */
  simple(desc: DescMessage | DescEnum): string;
  /** Returns the name of a message or enum in the code of ts-proto. */
  exported(desc: DescMessage | DescEnum): string;
  /** A message or enum where a field names its type. */
  reference(desc: DescMessage | DescEnum): string;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
  /** The message that stands for the entries of a map. */
  entry(field: DescField): string;
  /** The values of an enum, for which its code has types of their names. */
  values(one: DescEnum): ReadonlyMap<DescEnumValue, string>;
}

/** Names that the code of ts-proto uses, other than those of types. A type with such a name would shadow it. */
const taken: ReadonlySet<string> = new Set(
  "Array BigInt BinaryReader BinaryWriter Map MessageFns Uint8Array".split(" "),
);

/** Gives ts-proto the names of files, from those of the output. */
export function plainNames(files: readonly DescFile[], names: DecidedNames): PlainNames {
  const used = new Set(
    files.flatMap((file) => [...file.messages, ...file.enums]).map((one) => names.type(one).name),
  );
  const free = (name: string): string => (taken.has(name) || used.has(name) ? free(`${name}Type`) : name);
  const simple = (desc: DescMessage | DescEnum): string => {
    const { name } = names.type(desc);
    // The names of nested types are those around them, and then their own, which has no underscore.
    if (desc.parent) return name.slice(name.lastIndexOf("_") + 1);
    // It would take the type for a plain value by its name alone.
    if (isNamesakeOfPlain(desc)) return free(`${name}Type`);
    return taken.has(name) ? free(name) : name;
  };
  const path = (desc: DescMessage | DescEnum): readonly string[] => [
    ...(desc.parent ? path(desc.parent) : []),
    simple(desc),
  ];
  return {
    file: (file) => `${names.module(file)}.proto`,
    simple,
    exported: (desc) => path(desc).join("_"),
    reference: (desc) =>
      `.${[...(desc.file.proto.package === "" ? [] : [desc.file.proto.package]), ...path(desc)].join(".")}`,
    property: (desc) => names.property(desc),
    entry: ({ number }) => `Entry${number}`,
    values: valueNames,
  };
}

/** Those of the proto; a word of the language gives way, since no type can be called so. */
function valueNames({ values }: DescEnum): ReadonlyMap<DescEnumValue, string> {
  const used = new Set(values.map(({ name }) => name));
  const free = (name: string): string => (used.has(name) ? free(`${name}_`) : name);
  return new Map(values.map((value) => [value, isReservedWord(value.name) ? free(value.name) : value.name]));
}
