/** The kind of a value: a scalar of proto3, a message or an enum. */
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
  | "message"
  | "sfixed32"
  | "sfixed64"
  | "sint32"
  | "sint64"
  | "string"
  | "uint32"
  | "uint64";

/** A message. */
export interface GuideMessage {
  /** Its full name. */
  readonly name: string;
  /** Name under which its entry exports it. */
  readonly type: string;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string;
  readonly fields: readonly GuideField[];
  readonly oneofs?: readonly GuideOneof[];
  /** Of the fields of each choice at most one is set, or exactly one. */
  readonly choices?: readonly { readonly fields: readonly string[]; readonly isRequired: boolean }[];
}

/** A field. */
export interface GuideField {
  /** Name in the proto, which masks and paths have. */
  readonly name: string;
  /** Property in TypeScript. */
  readonly property: string;
  readonly kind: GuideKind;
  /** Full name of the message or enum. Well-known types of `google.protobuf` are not described further. */
  readonly type?: string;
  /** It holds a list of these. */
  readonly isList?: true;
  /** It holds a map to these; the kind of its keys. */
  readonly mapKey?: GuideKind;
  /** Name of the oneof that it is a member of. */
  readonly oneof?: string;
  /** That it is absent is told from its default. */
  readonly isOptional?: true;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string;
  /** How a server treats it: `OUTPUT_ONLY`, `IMMUTABLE`. */
  readonly behaviors?: readonly string[];
  /** A request without it is refused. */
  readonly isRequired?: true;
  /** Rules of its value in words: `1 to 63 characters`. */
  readonly limits?: readonly string[];
  /** Its value is shown to nobody. */
  readonly isSecret?: true;
}

/** A oneof: at most one of its members is set. */
export interface GuideOneof {
  /** Name in the proto. */
  readonly name: string;
  /** Property in TypeScript, which holds the member that is set. */
  readonly property: string;
  /** One of its members must be set. */
  readonly isRequired?: true;
  /** How a server treats it: `IMMUTABLE`. */
  readonly behaviors?: readonly string[];
}

/** An enum. */
export interface GuideEnum {
  /** Its full name. */
  readonly name: string;
  /** Name under which its entry exports it. */
  readonly type: string;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string;
  readonly values: readonly GuideValue[];
}

/** A value of an enum. */
export interface GuideValue {
  /** Name in the proto and in JSON. */
  readonly name: string;
  readonly number: number;
  /** Its comment. */
  readonly text: string;
  readonly deprecated?: string;
}
