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
 * All that is known to differ, as `docs/messages.md` says it to users under
 * "What differs from other codecs". `differences.spec.ts` shows that each does: when
 * one has gone, its row must go too.
 */
export const differences: readonly Difference[] = [
  {
    what: "-0 is taken for the default where a field has no presence, and is not written",
    why: "Reset masks go by it too: 0 and -0 are one value to an Update",
    message: "oracle.v1.Scalars",
    bytes: "090000000000000080",
    ours: { aDouble: -0 },
    written: "",
  },
  {
    what: "Unknown fields are written in the order of their tags, not as they came",
    why: "Order between fields of different numbers means nothing",
    message: "oracle.v1.Nothing",
    bytes: "10010802",
    ours: { _unknownFields: { 8: [Uint8Array.of(2)], 16: [Uint8Array.of(1)] } },
    written: "08021001",
  },
  {
    what: "An unknown number of a closed enum is a value of the field, not an unknown field",
    why: "It survives a round trip either way, and an application can see it",
    message: "oracle.v1.Edition",
    bytes: "1a006063",
    ours: { closed: 99 },
    written: "1a006063",
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
    ours: { left: undefined, _unknownFields: { 16: [Uint8Array.of(0)] } },
    written: "1000",
  },
];
