import { ScalarType } from "@bufbuild/protobuf";
import { code, literal, type Code } from "../../../kit/code/code.js";
import type { GuideForm } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import { wrappers } from "../../source/plain-type-names.js";

/** Type of a scalar in TypeScript. */
export function scalarText(kind: string): Code {
  if (kind.endsWith("64")) return literal("bigint");
  if (kind === "string") return literal("string");
  if (kind === "bool") return literal("boolean");
  return kind === "bytes" ? literal("Uint8Array") : literal("number");
}

/** Type of a value in TypeScript: `` `bigint` ``; undefined of messages and enums. */
export function plainText({ kind, type, isString }: GuideForm, types: GuideTypes): Code | undefined {
  if (type === undefined) return code`\`${scalarText(isString ? "string" : kind)}\``;
  if (types.message(type)) return undefined;
  const wrapped = wrappers.get(type);
  if (wrapped !== undefined) return code`\`${scalarText(ScalarType[wrapped].toLowerCase())}\``;
  switch (type) {
    case "google.protobuf.FieldMask":
      return code`list of \`string\``;
    case "google.protobuf.Struct":
      return code`\`JsonObject\``;
    case "google.protobuf.ListValue":
      return code`list of \`JsonValue\``;
    case "google.protobuf.Value":
      return code`\`JsonValue\``;
    default:
      return undefined;
  }
}
