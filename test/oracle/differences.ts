/** Something that our codecs do unlike protobuf-es. */
export interface Difference {
  /** What differs, as a sentence without its full stop. */
  readonly what: string;
  /** Why it is left so. */
  readonly why: string;
  /** A message that shows it. */
  readonly message: string;
  /** Its bytes in hexadecimal. */
  readonly bytes: string;
  /** What our codec reads; or the error, as a part of its text. */
  readonly ours: Readonly<Record<string, unknown>> | string;
  /** What our codec writes of it; absent where the message cannot be read. */
  readonly written?: string;
}

/**
 * All that is known to differ, as `docs/reference/messages.md` says it to users under
 * "What differs from other codecs". `differences.spec.ts` shows that each does: when
 * one has gone, its row must go too.
 */
export const differences: readonly Difference[] = [
  {
    what: "Unknown fields are written before the known ones, not behind them",
    why: "Where one of them is a newer member of a oneof, what the program sets comes last, and counts",
    message: "oracle.v1.Tree",
    bytes: "0a016138012801",
    ours: { name: "a", _unknownFields: [unknown(7, 0, 1), unknown(5, 0, 1)] },
    written: "380128010a0161",
  },
  {
    what: "A varint of an unknown field that takes more bytes than it needs is written with as few as it can",
    why: "Two messages of the same meaning are then the same bytes",
    message: "oracle.v1.Nothing",
    bytes: "0881808000",
    ours: { _unknownFields: [unknown(1, 0, 1)] },
    written: "0801",
  },
  {
    what: "Unknown fields inside a wrapper, a FieldMask, a Struct or a Value are left out",
    why: "The plain value that stands for it has no place for them, and kept beside it they would bring back a value that was cleared; a message of these types by itself keeps them",
    message: "oracle.v1.WellKnown",
    bytes: "2a050a01613801",
    ours: { mask: ["a"] },
    written: "2a030a0161",
  },
  {
    what: "A Value without a kind is left out of a Struct",
    why: "It is no JSON; `google/protobuf/struct.proto` says that one without a kind is an error",
    message: "oracle.v1.WellKnown",
    bytes: "32070a050a01611200",
    ours: { struct: {} },
    written: "3200",
  },
  {
    what: "A null_value that is not NULL_VALUE becomes NULL_VALUE",
    why: "JSON has one null",
    message: "oracle.v1.WellKnown",
    bytes: "3a020801",
    ours: { value: null },
    written: "3a020800",
  },
  {
    what: "A field that is longer than the message around it is an error",
    why: "protobuf-es reads on beyond the message; what is read so is no message that anyone sent",
    message: "oracle.v1.Tree",
    bytes: "12020a056162636465",
    ours: "premature EOF: a field is longer than its message",
  },
  {
    what: "A packed list whose last element is longer than the list is an error",
    why: "protobuf-es reads on beyond the list, into the fields behind it",
    message: "oracle.v1.Lists",
    bytes: "1a01800118ff01",
    ours: "premature EOF: an element is longer than its list",
  },
  {
    what: "A message, string or list that comes with another wire type is an unknown field",
    why: "protobuf-es takes the number behind it for a length; Protocol Buffers say to keep it as unknown",
    message: "oracle.v1.Tree",
    bytes: "1000",
    ours: { left: undefined, _unknownFields: [unknown(2, 0, 0)] },
    written: "1000",
  },
];

function unknown(number: number, wireType: number, ...value: readonly number[]): object {
  return { number, wireType, value: Uint8Array.from(value) };
}
