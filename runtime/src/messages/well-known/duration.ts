import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { isZeroInt64 } from "../wire/int64.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { DurationJson } from "./json-forms.js";
import type { Writer } from "../wire/writer.js";

/**
 * A duration with nanoseconds, at most 10,000 years, positive or negative. `durationFromMs` and `durationToMs` convert it. In JSON it
 * is a string such as `"1.5s"`.
 */
export interface Duration {
  /** Whole seconds, from -315,576,000,000 to 315,576,000,000. */
  seconds: bigint;
  /** Nanoseconds from -999,999,999 to 999,999,999, with the sign of the seconds. */
  nanos: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const Duration: MessageType<Duration> & JsonForm<DurationJson> = /*@__PURE__*/ defineMessage<Duration>(
  "google.protobuf.Duration",
  (v: readonly unknown[]): object => ({ seconds: v[0], nanos: v[1] }),
  (message: Duration, writer: Writer): void => {
    writer.unknown(message._unknownFields);
    if (!isZeroInt64(message.seconds)) writer.int64(8, message.seconds);
    if (message.nanos !== 0) writer.int32(16, message.nanos);
  },
  () => fields`
    int64 seconds = 1
    int32 nanos = 2
  `,
);
