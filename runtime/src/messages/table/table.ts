/**
 * Field tables: the facts about a message type at run time, and everything that follows from them alone, such as filling partial
 * messages, and reading and writing fields.
 *
 * @module
 */

import type { AnyEnum, EnumNumbers } from "./enum-type.js";
import type { MessageInit } from "./message-init.js";
import type { LoadRules } from "./rules.js";

/**
 * The facts about a message type that its TypeScript type lacks at run time: proto names, kinds, presence, behaviors. The
 * generator writes a table for every message. Reset masks, filling of requests, redaction and JSON read it. It is part of the
 * entry point `calls-v1`.
 */
export interface MessageTable<T = unknown> {
  /** Full proto name, such as `svc.compute.v1.Instance`. */
  readonly typeName: string;
  /** The fields in the order of the proto file; resolved on first use. */
  readonly fields: readonly Field[];
  /** The fields by proto name. */
  readonly byName: ReadonlyMap<string, Field>;
  /**
   * Returns the result of `make` for this table. It is created on first use and stored with the table. Pass the same function each
   * time: a function of a module, not a closure.
   */
  once<Made>(make: (table: MessageTable) => Made): Made;
  /**
   * A whole message from a partial one: what is left out or undefined gets its default, at any depth. Everything is
   * copied; `init` is never changed.
   *
   * @throws A MessageError that names the place, for an unknown property, a wrong type or a number out of range.
   */
  create(init?: MessageInit<T>): T;
  /** Loads what the API states about the values of such messages; undefined if it states nothing. */
  readonly rules?: LoadRules | undefined;
  /** Never set: ties the table to its message type for the compiler. */
  readonly message?: T;
}

/** One field of a message. */
export interface Field {
  /** Name in the proto file: `secondary_disks`. */
  readonly name: string;
  /** Property of the TypeScript type: `secondaryDisks`. Of a oneof member, its `$case`. */
  readonly local: string;
  /** Name in proto3 JSON. */
  readonly json: string;
  /** Its number in the proto; 0 in a table of values that never go over the wire as they are. */
  readonly number: number;
  /** How many values, and of what. */
  readonly shape: Shape;
  /** A scalar for which "set to its default" differs from "absent". Messages and oneof members always have presence. */
  readonly hasPresence: boolean;
  /** No message is whole without it (`required` of proto2, LEGACY_REQUIRED of editions): many cannot even read one. */
  readonly isRequired: boolean;
  /** The oneof that the field is a member of. */
  readonly oneof: Oneof | undefined;
  /** The values of the proto's `field_behavior` option, by simple name: `OUTPUT_ONLY`, `IMMUTABLE`, ... */
  readonly behaviors: readonly string[];
  /** The value must not be printed (options `sensitive`, `credentials` and `debug_redact`). */
  readonly isSecret: boolean;
  /** Clients do not send it: the server alone writes it, and nobody needs to hand it back. */
  readonly isUnsent: boolean;
  /** The form on the wire, if the type does not say it all. */
  readonly wire: WireNote | undefined;
}

/**
 * The form of a field on the wire beside its type: a `closed` enum has no other numbers than those that it
 * names, a `group` ends by a tag, and `unchecked` text need not be UTF-8.
 */
export type WireNote = "closed" | "group" | "unchecked";

/** A oneof of a message. */
export interface Oneof {
  /** Name in the proto file. */
  readonly name: string;
  /** Property of the TypeScript type, which holds `{ $case, value }` or undefined. */
  readonly local: string;
}

/** How many values a field holds, and of what type. */
export type Shape =
  | { readonly kind: "single"; readonly type: ValueType }
  | { readonly kind: "list"; readonly type: ValueType }
  | { readonly kind: "map"; readonly key: MapKey; readonly type: ValueType };

/** The type of one value. */
export type ValueType =
  | {
      readonly kind: "scalar";
      readonly scalar: Scalar;
      /** Whether a 64-bit integer is a string in TypeScript: the field has `jstype = JS_STRING` in the proto. */
      readonly longAsString?: true;
    }
  | { readonly kind: "enum"; readonly values: EnumNumbers }
  | { readonly kind: "message"; readonly table: MessageTable }
  | { readonly kind: "wellKnown"; readonly name: WellKnown };

/** Scalar types by their proto names. */
export type Scalar =
  | "double"
  | "float"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "sint32"
  | "sint64"
  | "fixed32"
  | "fixed64"
  | "sfixed32"
  | "sfixed64"
  | "bool"
  | "string"
  | "bytes";

/** Scalar types that can be keys of a map. */
export type MapKey = Exclude<Scalar, "double" | "float" | "bytes">;

/**
 * Well-known types whose TypeScript form is not the message that goes over the
 * wire: wrappers are `T | undefined`, Struct and Value plain JSON, a FieldMask
 * a list of paths. Each has an adaptor.
 */
export type WellKnown =
  | "google.protobuf.DoubleValue"
  | "google.protobuf.FloatValue"
  | "google.protobuf.Int64Value"
  | "google.protobuf.UInt64Value"
  | "google.protobuf.Int32Value"
  | "google.protobuf.UInt32Value"
  | "google.protobuf.BoolValue"
  | "google.protobuf.StringValue"
  | "google.protobuf.BytesValue"
  | "google.protobuf.FieldMask"
  | PlainJson;

/** Well-known types that are plain JSON in TypeScript. */
export type PlainJson = "google.protobuf.Struct" | "google.protobuf.Value" | "google.protobuf.ListValue";

/**
 * A field as generated code writes it: proto name, type, and what else must be
 * said. In a type, text names a scalar or a well-known type, an array of one
 * element is a list, an array of two a map.
 */
export type FieldRow = readonly [name: string, type: TypeRow, more?: FieldMore];

/** A field's type as generated code writes it. */
export type TypeRow = ValueRow | readonly [ValueRow] | readonly [MapKey, ValueRow];

/** The type of one value as generated code writes it. */
export type ValueRow = Scalar | WellKnown | AnyEnum | MessageTable;

/** The facts of a field beyond name and type, from generated code; all of them but the number are rare. Camel case is that of `camelCase`. */
export interface FieldMore {
  /** The number in the proto. */
  readonly number?: number;
  /** A scalar outside a oneof that has presence (`optional`, proto2, editions). */
  readonly presence?: true;
  /** No message is whole without it (`required` of proto2, LEGACY_REQUIRED of editions). */
  readonly required?: true;
  /** Proto name of the oneof; with its property, where that is not the name's camel case. */
  readonly oneof?: string | readonly [name: string, local: string];
  /** Simple names of the `field_behavior` option, without the prefix of their enum. */
  readonly behaviors?: readonly string[];
  /** The option `sensitive`, `credentials` or `debug_redact` is set. */
  readonly secret?: true;
  /** Clients do not send it. */
  readonly unsent?: true;
  /** The property, if it is not the name's camel case: of `FOO_BAR` it is `fooBar`, of `to_string` it is `toString$`. */
  readonly local?: string;
  /** The JSON name, if it is not the name's camel case: what `json_name` says in the proto. */
  readonly json?: string;
  /** The form on the wire, if the type does not say it all. */
  readonly wire?: WireNote;
  /** The values are 64-bit integers, and strings in TypeScript: `jstype = JS_STRING`. */
  readonly longAsString?: true;
}
