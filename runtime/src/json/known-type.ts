import type { WellKnown } from "../table/table.js";
import { wrappedScalar } from "../table/wrapped-scalar.js";

/** Well-known types that JSON writes in a way of their own and not by their fields. */
export type OwnForm =
  | WellKnown
  | "google.protobuf.Any"
  | "google.protobuf.Duration"
  | "google.protobuf.Timestamp";

/** Whether JSON writes messages of this type in a way of their own; in an Any they then stand under `value`. */
export function hasOwnForm(typeName: string): typeName is OwnForm {
  return Object.hasOwn(wrappedScalar, typeName) || others.has(typeName);
}

const others: ReadonlySet<string> = /*@__PURE__*/ new Set([
  "google.protobuf.Any",
  "google.protobuf.Duration",
  "google.protobuf.FieldMask",
  "google.protobuf.ListValue",
  "google.protobuf.Struct",
  "google.protobuf.Timestamp",
  "google.protobuf.Value",
]);

/** The type that the URL of an Any names: all after its last slash. */
export function typeOfUrl(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Deepest nesting of messages; the codecs have the same limit. */
export const maxDepth = 100;
