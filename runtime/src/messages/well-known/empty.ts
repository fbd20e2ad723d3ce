import type { JsonForm } from "../json/json-form.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { EmptyJson } from "./json-forms.js";
import type { Writer } from "../wire/writer.js";

/** A message without fields, for requests and responses without content. In JSON it is `{}`. */
export interface Empty {
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const Empty: MessageType<Empty> & JsonForm<EmptyJson> = /*@__PURE__*/ defineMessage<Empty>(
  "google.protobuf.Empty",
  () => ({}),
  (message: Empty, writer: Writer): void => {
    writer.unknown(message._unknownFields);
  },
  () => [],
);
