import type { Json } from "../read/json.js";
import type { ValueForm } from "./value-forms.js";

/** The direction of a value. Responses have no writeOnly properties, and requests have no readOnly ones. */
export type Side = "answer" | "request";

/** A type, as plain data. */
export type TypeSource =
  /** The type of a schema that has a name. */
  | { readonly kind: "named"; readonly schema: string; readonly side: Side }
  /** The type of an operation's answer or body, which has a name there. */
  | { readonly kind: "alias"; readonly name: string }
  | { readonly kind: "list"; readonly item: TypeSource }
  | { readonly kind: "tuple"; readonly items: readonly TypeSource[] }
  | { readonly kind: "union" | "intersection"; readonly parts: readonly TypeSource[] }
  /** A type of which some properties are required after all. */
  | {
      readonly kind: "required";
      readonly type: TypeSource;
      readonly names: readonly string[];
      /** The type may be a union. */
      readonly isUnion: boolean;
    }
  | {
      readonly kind: "object";
      readonly members: readonly TypeMember[];
      readonly rest: TypeSource | undefined;
    }
  /** Events of some data, or values one after the other. */
  | { readonly kind: "events" | "lines"; readonly item: TypeSource }
  | { readonly kind: "scalar"; readonly name: ScalarName }
  | { readonly kind: "values"; readonly values: readonly unknown[] };

/** Types that need no description. */
export type ScalarName =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "undefined"
  | "never"
  | "unknown"
  | "void"
  | ValueForm
  | "Blob"
  | "Bytes"
  | "ByteStream";

/** A property of an object. */
export interface TypeMember {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isDeprecated: boolean;
  readonly description: string;
  readonly type: TypeSource;
  /** Facts about its value beside its type. */
  readonly said?: Said | undefined;
}

/** Facts about a value beside its type, as a description has them. */
export interface Said {
  readonly example?: Json | undefined;
  /** The value that a server takes if there is none. */
  readonly default?: Json | undefined;
  /** It is a password. */
  readonly isSecret?: true | undefined;
}

/** A type that needs no description. */
export const scalar = (name: ScalarName): TypeSource => ({ kind: "scalar", name });

/** An object of which nothing is known. */
export const anyObject: TypeSource = { kind: "object", members: [], rest: scalar("unknown") };

/** One of several types; duplicates count once, and `unknown` takes in all others. A union of none has no value. */
export function makeUnion(types: readonly TypeSource[]): TypeSource {
  if (types.length === 1 && types[0]) return types[0];
  if (types.length === 0) return scalar("never");
  const flat = types.flatMap((type) => (type.kind === "union" ? type.parts : [type]));
  const parts = [...new Map(flat.map((type) => [makeKey(type), type])).values()];
  const unknown = parts.find((type) => type.kind === "scalar" && type.name === "unknown");
  const [first] = parts;
  return unknown ?? (parts.length === 1 && first ? first : { kind: "union", parts });
}

/** A key that is equal for equal types. */
function makeKey(type: TypeSource): unknown {
  if (type.kind === "scalar") return type.name;
  if (type.kind === "values" || type.kind === "named" || type.kind === "alias") return JSON.stringify(type);
  const item = type.kind === "list" ? makeKey(type.item) : undefined;
  return typeof item === "string" ? `${item}[]` : type;
}

/** All of several types at once. */
export function makeIntersection(types: readonly TypeSource[]): TypeSource {
  if (types.length === 1 && types[0]) return types[0];
  const parts = types.flatMap((type) => (type.kind === "intersection" ? type.parts : [type]));
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind: "intersection", parts };
}

/** A type that fits in a line: a name, a scalar, or a list of such. */
export function isShort(type: TypeSource): boolean {
  if (type.kind === "list" || type.kind === "events" || type.kind === "lines") return isShort(type.item);
  if (type.kind === "union") return type.parts.every(isShort) && type.parts.length < 4;
  if (type.kind === "values") return type.values.length < 4;
  return type.kind === "named" || type.kind === "alias" || type.kind === "scalar";
}
