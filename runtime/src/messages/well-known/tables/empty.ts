import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import type { MessageTable } from "../../table/table.js";
import type { EmptyJson } from "../json-forms.js";

/** A message without fields, for requests and responses without content. In JSON it is `{}`. */
export interface Empty {
  [name: string]: never;
}

export const Empty: MessageTable<Empty> & JsonForm<EmptyJson> = /*@__PURE__*/ defineTable<Empty>(
  "google.protobuf.Empty",
  () => [],
);
