import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { FieldMaskJson } from "./json-forms.js";

/**
 * Names fields of a message, such as those that an update is to change. In the messages that hold one it is the
 * array of its paths; as a message of its own it has this form. In JSON it is one text, `"spec.size,displayName"`.
 */
export interface FieldMask {
  /** Paths by the names of the proto: `spec.boot_disk`. */
  paths: string[];
  _unknownFields?: UnknownFields | undefined;
}

export const FieldMask: MessageType<FieldMask> & JsonForm<FieldMaskJson> =
  /*@__PURE__*/ defineMessage<FieldMask>(
    "google.protobuf.FieldMask",
    (v) => ({ paths: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      for (const value of message.paths) writer.string(10, value);
    },
    () => fields`
      repeated string paths = 1
    `,
  );
