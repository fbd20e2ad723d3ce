/**
 * Descriptors in the one dialect that ts-proto understands exactly: proto3 with
 * everything said in the open. They hold no more than ts-proto reads, under its
 * own names.
 */
export interface PlainFile {
  readonly name: string;
  readonly package: string;
  readonly syntax: "proto3";
  readonly messageType: readonly PlainMessage[];
  readonly enumType: readonly PlainEnum[];
  readonly service: readonly [];
  readonly extension: readonly [];
  readonly options: PlainOptions;
}

export interface PlainMessage {
  readonly name: string;
  readonly field: readonly PlainField[];
  readonly nestedType: readonly PlainMessage[];
  readonly enumType: readonly PlainEnum[];
  readonly oneofDecl: readonly { readonly name: string }[];
  readonly extension: readonly [];
  readonly extensionRange: readonly [];
  readonly options: PlainOptions & { readonly mapEntry: boolean };
}

export interface PlainField {
  readonly name: string;
  readonly number: number;
  /** A number of `FieldDescriptorProto.Label`. */
  readonly label: number;
  /** A number of `FieldDescriptorProto.Type`. */
  readonly type: number;
  /** With a leading dot; empty for a scalar. */
  readonly typeName: string;
  readonly defaultValue: "";
  readonly jsonName: string;
  readonly proto3Optional: boolean;
  /** Not there outside a oneof: ts-proto asks whether the property exists. */
  readonly oneofIndex?: number;
  readonly options: PlainOptions & { readonly packed: boolean };
}

export interface PlainEnum {
  readonly name: string;
  readonly value: readonly PlainEnumValue[];
  readonly options: PlainOptions;
}

export interface PlainEnumValue {
  readonly name: string;
  readonly number: number;
  readonly options: PlainOptions;
}

export interface PlainOptions {
  readonly deprecated: false;
}
