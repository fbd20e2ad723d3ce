/** Recognizes token exchanges (docs/conventions.md, "Authentication"; RFC 8693, sections 2.1 and 2.2). */
import { type DescField, type DescMethod, ScalarType } from "@bufbuild/protobuf";
import { findField, hasStringField } from "../base/message-fields.js";

/**
 * Whether the method exchanges tokens: its request has the strings `grant_type`, `subject_token` and `subject_token_type`, and its
 * response has the string `access_token` and the lifetime `expires_in`, in seconds or as a google.protobuf.Duration.
 */
export function isTokenExchange({ methodKind, input, output }: DescMethod): boolean {
  return (
    methodKind === "unary" &&
    ["grant_type", "subject_token", "subject_token_type"].every((name) => hasStringField(input, name)) &&
    hasStringField(output, "access_token") &&
    isLifetime(findField(output, "expires_in"))
  );
}

function isLifetime(field: DescField | undefined): boolean {
  if (field?.fieldKind === "message") return field.message.typeName === "google.protobuf.Duration";
  return (
    field?.fieldKind === "scalar" && field.scalar !== ScalarType.BYTES && field.scalar !== ScalarType.BOOL
  );
}
