import type { DescMessage } from "@bufbuild/protobuf";
import { plainTypeName } from "../source/plain-type-names.js";
import type { NamedType } from "./api.js";
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
