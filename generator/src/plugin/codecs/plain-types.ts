import type { DescMessage } from "@bufbuild/protobuf";
import { code, literal, type Code } from "../../kit/code/code.js";
import { plainTypeName, wrappers } from "../source/plain-type-names.js";
import type { Module } from "./module.js";
import { scalarType } from "./scalar-form.js";

/** A well-known type that is a plain value in the messages that hold it. */
export interface PlainType {
  /** Type of the plain value. */
  readonly type: (module: Pick<Module, "runtimeType">) => Code;
  /** The name of the writer in the runtime. */
  readonly kind: string;
}

/** The plain value that a message type is; undefined where it is a message. */
export function plainTypeOf(message: DescMessage): PlainType | undefined {
  const typeName = plainTypeName(message);
  if (typeName === undefined) return undefined;
  return { type: (module) => typeText(typeName, module), kind: `as${message.name}` };
}

function typeText(typeName: string, { runtimeType }: Pick<Module, "runtimeType">): Code {
  const scalar = wrappers.get(typeName);
  if (scalar !== undefined) return scalarType(scalar);
  switch (typeName) {
    case "google.protobuf.FieldMask":
      return literal("string[]");
    case "google.protobuf.Struct":
      return runtimeType("JsonObject");
    case "google.protobuf.ListValue":
      return code`${runtimeType("JsonValue")}[]`;
    default:
      return runtimeType("JsonValue");
  }
}
