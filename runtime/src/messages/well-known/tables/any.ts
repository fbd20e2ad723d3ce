import type { AnyJson, JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { JsonObject } from "../../table/json-value.js";
import type { MessageTable } from "../../table/table.js";

/**
 * A message of any type: its bytes, and the URL of the type. `packAny` creates it, and `unpackAny` returns the message. In JSON it
 * has the fields of the message and `@type`.
 */
export interface Any {
  /** The URL of the type, with its full name after the last slash: `type.googleapis.com/svc.compute.v1.Disk`. Never requested. */
  typeUrl: string;
  /** Empty: without codecs nobody can read the bytes of a message. */
  value: Uint8Array;
  /** The message in JSON, without `@type`. */
  _json?: JsonObject | undefined;
}

export const Any: MessageTable<Any> & JsonForm<AnyJson> = /*@__PURE__*/ defineTable<Any>(
  "google.protobuf.Any",
  () => fields`
    string type_url = 1
    bytes value = 2
  `,
);
