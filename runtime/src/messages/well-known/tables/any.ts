import type { AnyJson, JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { JsonObject } from "../../table/json-value.js";
import type { MessageTable } from "../../table/table.js";

/**
 * A message of any type: its bytes, and a URL that says which type that is. `packAny` makes one of a message, and
 * `unpackAny` gives the message back. In JSON the fields of the message stand beside `@type`.
 */
export interface Any {
  /**
   * The full name of the type behind the last slash: `type.googleapis.com/svc.compute.v1.Disk`. Nobody is asked
   * there.
   */
  typeUrl: string;
  /** Empty: without codecs nobody can read the bytes of a message. */
  value: Uint8Array;
  /** The message in JSON, as it stands beside `@type`. */
  _json?: JsonObject | undefined;
}

export const Any: MessageTable<Any> & JsonForm<AnyJson> = /*@__PURE__*/ defineTable<Any>(
  "google.protobuf.Any",
  () => fields`
    string type_url = 1
    bytes value = 2
  `,
);
