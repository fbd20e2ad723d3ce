import type { AnyJson, JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { Writer } from "../wire/writer.js";

/**
 * A message of any type: its bytes, and the URL of the type. `packAny` creates it, and `unpackAny` returns the message. In JSON it
 * has the fields of the message and `@type`.
 */
export interface Any {
  /** The URL of the type, with its full name after the last slash: `type.googleapis.com/svc.compute.v1.Disk`. Never requested. */
  typeUrl: string;
  /** The message in the wire format. */
  value: Uint8Array;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const Any: MessageType<Any> & JsonForm<AnyJson> = /*@__PURE__*/ defineMessage<Any>(
  "google.protobuf.Any",
  (v: readonly unknown[]): object => ({ typeUrl: v[0], value: v[1] }),
  (message: Any, writer: Writer): void => {
    writer.unknown(message._unknownFields);
    if (message.typeUrl !== "") writer.string(10, message.typeUrl);
    if (message.value.length !== 0) writer.bytes(18, message.value);
  },
  () => fields`
    string type_url = 1
    bytes value = 2
  `,
);
