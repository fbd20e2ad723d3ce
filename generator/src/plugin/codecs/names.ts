import type { DescEnum } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import { type EnumNames, enumNames, type GiveValueName, reservedValueNames } from "./enum-names.js";

/**
 * The names that the codec generator uses in its output, so that names can be decided before it runs. `names.spec.ts`
 * compares them with the output.
 */
export interface CodecNames {
  /** TypeScript name of a message or enum, from the proto names along its nesting: `["Outer", "Inner"]`. */
  typeName(path: readonly string[]): string;
  /** Property of a field or oneof, or `$case` of a oneof member, from its proto name. */
  propertyName(name: string): string;
  /** Names of the values of an enum. */
  valueNames(one: DescEnum, give: GiveValueName): EnumNames;
  /** Names that no value of an enum can have. */
  readonly reservedValueNames: readonly string[];
  /** No message or enum may have this TypeScript name: its code would not compile, or would do something else. */
  isReserved(typeName: string): boolean;
}

/** The names that people know from ts-proto. */
export const codecNames: CodecNames = {
  typeName,
  propertyName: quietCamelCase,
  valueNames: enumNames,
  reservedValueNames,
  isReserved: (name) => !/^[A-Z]\w*$/.test(name) || reserved.has(name),
};

/** Globals that modules of messages use. All other names that they use begin with a small letter. */
const reserved: ReadonlySet<string> = new Set(["Map", "Uint8Array"]);

/** These two get a suffix, so that the built-in types can still be named. */
const suffixed: ReadonlySet<string> = new Set(["Date", "Function"]);

function typeName(path: readonly string[]): string {
  const name = path.map(quietCamelCase).join("_");
  return suffixed.has(name) ? `${name}Message` : name;
}

/**
 * A name with underscores loses them, and each word after one begins with a
 * capital. A name with capitals only is made small first.
 */
function quietCamelCase(name: string): string {
  return camelCase(name.includes("_") && !/[a-z]/.test(name) ? name.toLowerCase() : name);
}

/** A cache of converted names: most names occur in several messages, and a lookup is faster than the conversion. */
const made = new Map<string, string>();

/**
 * Returns the property name that the runtime derives from a proto name if the row of a table contains neither a
 * property nor a JSON name.
 */
export function camelCase(protoName: string): string {
  let name = made.get(protoName);
  if (name === undefined) made.set(protoName, (name = protoCamelCase(protoName)));
  return name;
}
