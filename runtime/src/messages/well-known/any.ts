import type { AnyJson, JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";

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
  /** The message in the Protocol Buffers wire format. */
  value: Uint8Array;
  _unknownFields?: UnknownFields | undefined;
}

export const Any: MessageType<Any> & JsonForm<AnyJson> = /*@__PURE__*/ defineMessage<Any>(
  "google.protobuf.Any",
  (v) => ({ typeUrl: v[0], value: v[1] }),
  (message, writer) => {
    writer.unknown(message._unknownFields);
    if (message.typeUrl !== "") writer.string(10, message.typeUrl);
    if (message.value.length !== 0) writer.bytes(18, message.value);
  },
  () => fields`
    string type_url = 1
    bytes value = 2
  `,
);
