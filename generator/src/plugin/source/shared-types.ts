/**
 * Recognizes the types of `google.protobuf` that the runtime has, so that an SDK does not generate them: their names
 * by descriptor, and whether a type of an API is the same. A copy with other fields is a different type.
 */
import type { DescEnum, DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import {
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
} from "@bufbuild/protobuf/wkt";
import { hasRelevantOptions } from "@stratus/convention";
import { isDelimited } from "./field-traits.js";

/** The files whose types the runtime has, all of them. */
export const sharedFiles: readonly DescFile[] = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
];

type TypeDesc = DescMessage | DescEnum;

const shared: ReadonlyMap<string, TypeDesc> = new Map(
  sharedFiles.flatMap((file) => listTypes(file)).map((one) => [one.typeName, one]),
);

/** A cache of the comparison for types with a well-known name. */
const found = new WeakMap<TypeDesc, boolean>();

/** Whether the runtime has the type: one of the same name, with the same fields or values, and so are the types of these. */
export function isSharedType(desc: TypeDesc): boolean {
  const known = shared.get(desc.typeName);
  if (known === undefined) return false;
  const isShared = found.get(desc) ?? isSame(desc, known, new Set());
  found.set(desc, isShared);
  return isShared;
}

/** Returns the top-level messages and enums of a file. */
export function listTypes({ messages, enums }: DescFile): readonly TypeDesc[] {
  return [...messages, ...enums];
}

/** Whether two types have the same values, regardless of their files and comments. */
function isSame(a: TypeDesc, b: TypeDesc, compared: Set<string>): boolean {
  // Those of struct.proto name each other; what is being compared further up decides.
  if (a.typeName !== b.typeName || compared.has(a.typeName)) return a.typeName === b.typeName;
  compared.add(a.typeName);
  if (hasRelevantOptions(a) !== hasRelevantOptions(b)) return false;
  if (a.kind === "enum") return b.kind === "enum" && traitsOfEnum(a) === traitsOfEnum(b);
  if (b.kind === "enum" || a.fields.length !== b.fields.length) return false;
  if (a.nestedMessages.length + a.nestedEnums.length > 0 || a.oneofs.length !== b.oneofs.length) return false;
  return a.fields.every((field, index) => {
    const other = b.fields[index];
    if (other === undefined || traitsOfField(field) !== traitsOfField(other)) return false;
    const [type, otherType] = [field, other].map((one) => one.message ?? one.enum);
    return type === undefined || otherType === undefined
      ? type === otherType
      : isSame(type, otherType, compared);
  });
}

function traitsOfEnum({ open, values }: DescEnum): string {
  return JSON.stringify([open, values.map((one) => [one.name, one.number, hasRelevantOptions(one)])]);
}

/** All of a field that its code, its bytes or its JSON shows, the type of messages and enums aside. */
function traitsOfField(field: DescField): string {
  const { name, number, jsonName, fieldKind, scalar, presence, utf8Validation, oneof } = field;
  const isPacked = "packed" in field && field.packed;
  const mapKey = "mapKey" in field ? field.mapKey : undefined;
  // Such as `field_behavior`, which a table keeps.
  const hasOptions = hasRelevantOptions(field) || (oneof !== undefined && hasRelevantOptions(oneof));
  return JSON.stringify([
    [name, number, jsonName, oneof?.name, hasOptions],
    [fieldKind, scalar, mapKey, presence, utf8Validation, isPacked, isDelimited(field)],
  ]);
}
