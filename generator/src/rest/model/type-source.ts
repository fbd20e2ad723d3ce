import type { Json } from "../read/json.js";
import type { ValueForm } from "./value-forms.js";

/** The direction of a value. Responses have no writeOnly properties, and requests have no readOnly ones. */
export type Direction = "response" | "request";

/** A TypeScript type, as plain data. */
export type TypeSource =
  /** The type of a named schema. */
  | { readonly kind: "named"; readonly schema: string; readonly direction: Direction }
  /** A type of an operation's response or body, which is named in the operation's module. */
  | { readonly kind: "alias"; readonly name: string }
  | { readonly kind: "list"; readonly item: TypeSource }
  | {
      readonly kind: "tuple";
      readonly items: readonly TypeSource[];
      /** How many of `items` every list has. */
      readonly requiredCount: number;
      /** The type of the items after those; undefined if there are none. */
      readonly rest: TypeSource | undefined;
    }
  | { readonly kind: "union" | "intersection"; readonly parts: readonly TypeSource[] }
  /** A type with some optional properties made required. */
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
  /** A stream of server-sent events, or of JSON values. */
  | { readonly kind: "events" | "lines"; readonly item: TypeSource }
  | { readonly kind: "scalar"; readonly name: ScalarName }
  /** Literals. If one is an integer that a number cannot represent, all are bigints or text, and `form` is theirs. */
  | { readonly kind: "values"; readonly values: readonly unknown[]; readonly form?: ValueForm | undefined };

/** The names of scalar types and special values. */
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
  /** The annotations of its schema. */
  readonly annotations?: SchemaAnnotations | undefined;
}

/** The annotations of a schema: keywords that do not restrict values. */
export interface SchemaAnnotations {
  readonly example?: Json | undefined;
  /** The value that the server uses if the property is missing. */
  readonly default?: Json | undefined;
  /** Whether its `format` is `password`. */
  readonly isSecret?: true | undefined;
}

/** Creates a scalar type. */
export const scalar = (name: ScalarName): TypeSource => ({ kind: "scalar", name });

/** An object with any properties. */
export const anyObject: TypeSource = { kind: "object", members: [], rest: scalar("unknown") };

/** Creates a union without duplicates. `unknown` absorbs all other types, and a union of none is `never`. */
export function makeUnion(types: readonly TypeSource[]): TypeSource {
  if (types.length === 1 && types[0]) return types[0];
  if (types.length === 0) return scalar("never");
  const flat = types.flatMap((type) => (type.kind === "union" ? type.parts : [type]));
  const parts = [...new Map(flat.map((type) => [makeKey(type), type])).values()];
  const unknown = parts.find((type) => type.kind === "scalar" && type.name === "unknown");
  const [first] = parts;
  return unknown ?? (parts.length === 1 && first ? first : { kind: "union", parts });
}

/** Returns a key that is equal for equal types. */
function makeKey(type: TypeSource): unknown {
  if (type.kind === "scalar") return type.name;
  if (type.kind === "values") return type.form ? type : JSON.stringify(type);
  if (type.kind === "named" || type.kind === "alias") return JSON.stringify(type);
  const item = type.kind === "list" ? makeKey(type.item) : undefined;
  return typeof item === "string" ? `${item}[]` : type;
}

/** Creates an intersection. */
export function makeIntersection(types: readonly TypeSource[]): TypeSource {
  if (types.length === 1 && types[0]) return types[0];
  const parts = types.flatMap((type) => (type.kind === "intersection" ? type.parts : [type]));
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind: "intersection", parts };
}

/** Whether a type fits in a line: a name, a scalar, or a list of such. */
export function isShort(type: TypeSource): boolean {
  if (type.kind === "list" || type.kind === "events" || type.kind === "lines") return isShort(type.item);
  if (type.kind === "union") return type.parts.every(isShort) && type.parts.length < 4;
  if (type.kind === "values") return type.values.length < 4;
  return type.kind === "named" || type.kind === "alias" || type.kind === "scalar";
}
