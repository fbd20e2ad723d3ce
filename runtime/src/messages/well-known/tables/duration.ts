import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { MessageTable } from "../../table/table.js";
import type { DurationJson } from "../json-forms.js";

/**
 * A duration with nanoseconds, at most 10,000 years, positive or negative. `durationFromMs` and `durationToMs` convert it. In JSON it
 * is a string such as `"1.5s"`.
 */
export interface Duration {
  /** Whole seconds, from -315,576,000,000 to 315,576,000,000. */
  seconds: bigint;
  /** Nanoseconds from -999,999,999 to 999,999,999, with the sign of the seconds. */
  nanos: number;
}

export const Duration: MessageTable<Duration> & JsonForm<DurationJson> = /*@__PURE__*/ defineTable<Duration>(
  "google.protobuf.Duration",
  () => fields`
    int64 seconds = 1
    int32 nanos = 2
  `,
);
