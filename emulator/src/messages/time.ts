/** Seconds and nanoseconds of a Timestamp (google/protobuf/timestamp.proto). */
export function timestampFields(time: Date): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(time.getTime() / 1000);
  return { seconds: BigInt(seconds), nanos: Math.round(time.getTime() - seconds * 1000) * 1_000_000 };
}
