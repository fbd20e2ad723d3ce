import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { MessageTable } from "../../table/table.js";
import type { FieldMaskJson } from "../json-forms.js";

/**
 * Names fields of a message, such as those that an update is to change. In the messages that hold one it is the
 * array of its paths; as a message of its own it has this form. In JSON it is one text, `"spec.size,displayName"`.
 */
export interface FieldMask {
  /** Paths by the names of the proto: `spec.boot_disk`. */
  paths: string[];
}

export const FieldMask: MessageTable<FieldMask> & JsonForm<FieldMaskJson> =
  /*@__PURE__*/ defineTable<FieldMask>(
    "google.protobuf.FieldMask",
    () => fields`
      repeated string paths = 1
    `,
  );
