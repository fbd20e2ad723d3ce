import { ScalarType, type DescMessage } from "@bufbuild/protobuf";
import { plainTypeName } from "../source/plain-type-names.js";
import type { ExampleField, NamedType } from "./api.js";
import type { Names } from "./names.js";

/** The message has another form in TypeScript than on the wire. */
export function isAdapted(message: DescMessage): boolean {
  return plainTypeName(message) !== undefined;
}

/** The types that the fields of a message name. */
export function describeFieldTypes(message: DescMessage, names: Names): NamedType[] {
  return message.fields.flatMap(({ enum: one, message: held }): NamedType[] => {
    if (one) return [{ name: names.type(one) }];
    if (!held) return [];
    return [isAdapted(held) ? { packageName: held.file.proto.package } : { name: names.type(held) }];
  });
}

/** The fields that an example can set: text and messages, pages aside. */
export function describeExampleFields(message: DescMessage, names: Names): ExampleField[] {
  const single = message.fields.filter((field) => !field.oneof && !field.name.startsWith("page_"));
  return single.flatMap((field): ExampleField[] => {
    const property = names.property(field);
    if (field.fieldKind === "message")
      return isAdapted(field.message) ? [] : [{ property, holds: "message" }];
    return field.fieldKind === "scalar" && field.scalar === ScalarType.STRING
      ? [{ property, holds: "text" }]
      : [];
  });
}
