import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { FieldMaskJson } from "./json-forms.js";
import type { Writer } from "../wire/writer.js";

/**
 * The names of fields, such as those that an update changes. A field of this type is the array of its paths. This is the form of
 * a separate message. In JSON it is one string: `"spec.size,displayName"`.
 */
export interface FieldMask {
  /** Paths by the names of the proto: `spec.boot_disk`. */
  paths: string[];
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const FieldMask: MessageType<FieldMask> & JsonForm<FieldMaskJson> =
  /*@__PURE__*/ defineMessage<FieldMask>(
    "google.protobuf.FieldMask",
    (v: readonly unknown[]): object => ({ paths: v[0] }),
    (message: FieldMask, writer: Writer): void => {
      writer.unknown(message._unknownFields);
      for (const value of message.paths) writer.string(10, value);
    },
    () => fields`
      repeated string paths = 1
    `,
  );
