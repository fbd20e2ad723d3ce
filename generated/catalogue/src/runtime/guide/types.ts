/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/kit/guide/types.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * The kind of a value: a scalar of proto3, a message or an enum. Of REST clients also `integer` and `number`, which are
 * those of JSON, and `json`, a value that is more than one of these.
 */
export type GuideKind =
  | "bool"
  | "bytes"
  | "double"
  | "enum"
  | "fixed32"
  | "fixed64"
  | "float"
  | "int32"
  | "int64"
  | "integer"
  | "json"
  | "message"
  | "number"
  | "sfixed32"
  | "sfixed64"
  | "sint32"
  | "sint64"
  | "string"
  | "uint32"
  | "uint64";

/** A value of JSON. */
export type GuideJson =
  | boolean
  | number
  | string
  | null
  | readonly GuideJson[]
  | { readonly [name: string]: GuideJson };

/** The history of an element of an API, as far as the releases of its package noted it. */
export interface GuideHistory {
  /** The version of the package that had it first; undefined if it was there before versions were noted. */
  readonly since?: string | undefined;
  /** The version since which it is deprecated. */
  readonly deprecatedSince?: string | undefined;
}

/** A message. */
export interface GuideMessage extends GuideHistory {
  /** Name under which its entry exports it; undefined if it is a part of something else. */
  readonly type?: string | undefined;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string | undefined;
  /** Line of the source that declares it. */
  readonly line?: number | undefined;
  readonly fields: readonly GuideField[];
  readonly oneofs?: readonly GuideOneof[] | undefined;
  /** Of the fields of each choice at most one is set, or exactly one. */
  readonly choices?:
    | readonly { readonly fields: readonly string[]; readonly isRequired: boolean }[]
    | undefined;
  /** Other rules over several fields, in words. */
  readonly limits?: readonly string[] | undefined;
}

/** The form of a field or of an answer. */
export interface GuideForm {
  readonly kind: GuideKind;
  /** Full name of the message or enum. Well-known types of `google.protobuf` are not described further. */
  readonly type?: string | undefined;
  /** It is a list of these. */
  readonly isList?: true | undefined;
  /** It is a 64-bit integer whose type in TypeScript is `string`: `jstype = JS_STRING` in the proto. In JSON it is text anyway. */
  readonly isString?: true | undefined;
  /** It is a map to these; the kind of its keys. */
  readonly mapKey?: GuideKind | undefined;
}

/** A field. */
export interface GuideField extends GuideForm, GuideHistory {
  /** Name in the proto, which masks and paths have, or in the JSON of a REST API. */
  readonly name: string;
  /** Property in TypeScript; of a parameter in the path, the name of the argument. */
  readonly property: string;
  /** Name in proto3 JSON, if it is not the proto's in camel case. */
  readonly json?: string | undefined;
  /** Of the request of a REST API: the part of it that carries the field. */
  readonly place?: "body" | "cookie" | "header" | "path" | "query" | undefined;
  /** Name of the oneof that it is a member of. */
  readonly oneof?: string | undefined;
  /** It has presence: an absent field differs from one with the default value. */
  readonly isOptional?: true | undefined;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string | undefined;
  /** How a server treats it: `OUTPUT_ONLY`, `IMMUTABLE`. */
  readonly behaviors?: readonly string[] | undefined;
  /** A request without it is refused. */
  readonly isRequired?: true | undefined;
  /** Rules of its value in words: `1 to 63 characters`. */
  readonly limits?: readonly string[] | undefined;
  /** A value that its limits take, if it has some: in JSON, where 64-bit integers are text and bytes are base64. */
  readonly example?: GuideJson | undefined;
  /** The value that a server takes if it is absent. */
  readonly default?: GuideJson | undefined;
  /** Its value is shown to nobody. */
  readonly isSecret?: true | undefined;
  /** Its value gives access: the API marks it as credentials. */
  readonly isCredential?: true | undefined;
}

/** A oneof: at most one of its members is set. */
export interface GuideOneof {
  /** Name in the proto. */
  readonly name: string;
  /** Property in TypeScript, which holds the member that is set. */
  readonly property: string;
  /** One of its members must be set. */
  readonly isRequired?: true | undefined;
  /** How a server treats it: `IMMUTABLE`. */
  readonly behaviors?: readonly string[] | undefined;
}

/** An enum. */
export interface GuideEnum extends GuideHistory {
  /** Name under which its entry exports it; undefined if it is a part of something else. */
  readonly type?: string | undefined;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string | undefined;
  /** Line of the source that declares it. */
  readonly line?: number | undefined;
  readonly values: readonly GuideValue[];
}

/** A value of an enum. */
export interface GuideValue extends GuideHistory {
  /** Name in the proto and in JSON. */
  readonly name: string;
  /** Name in TypeScript, if it is another. */
  readonly property?: string | undefined;
  readonly number: number;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string | undefined;
}
