import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { isZeroInt64 } from "../wire/int64.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import type { TimestampJson } from "./json-forms.js";
import type { Writer } from "../wire/writer.js";

/**
 * A point in time with nanoseconds, in the years 1 to 9999, UTC. `toDate` and `timestampFromDate` convert it. In JSON it is an RFC
 * 3339 string: `"2026-03-01T09:30:00.5Z"`.
 */
export interface Timestamp {
  /**
   * Seconds since 1970-01-01T00:00:00Z, negative before; leap seconds do not count. From -62,135,596,800 to
   * 253,402,300,799.
   */
  seconds: bigint;
  /** Nanoseconds within the second, from 0 to 999,999,999. They count forward, also before 1970. */
  nanos: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const Timestamp: MessageType<Timestamp> & JsonForm<TimestampJson> =
  /*@__PURE__*/ defineMessage<Timestamp>(
    "google.protobuf.Timestamp",
    (v: readonly unknown[]): object => ({ seconds: v[0], nanos: v[1] }),
    (message: Timestamp, writer: Writer): void => {
      writer.unknown(message._unknownFields);
      if (!isZeroInt64(message.seconds)) writer.int64(8, message.seconds);
      if (message.nanos !== 0) writer.int32(16, message.nanos);
    },
    () => fields`
      int64 seconds = 1
      int32 nanos = 2
    `,
  );
