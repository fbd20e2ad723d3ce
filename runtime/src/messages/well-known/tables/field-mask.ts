import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { MessageTable } from "../../table/table.js";
import type { FieldMaskJson } from "../json-forms.js";

/**
 * The names of fields, such as those that an update changes. A field of this type is the array of its paths. This is the form of
 * a separate message. In JSON it is one string: `"spec.size,displayName"`.
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
