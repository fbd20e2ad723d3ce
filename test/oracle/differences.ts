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
 * All that is known to differ. `differences.spec.ts` shows that each does: when
 * one has gone, its row must go too.
 */
export const differences: readonly Difference[] = [
  {
    what: "Fields are written in the order of the proto file, all members of a oneof where its first one is declared",
    why: "Readers take any order, and the interface of a message shall read like its proto",
    message: "oracle.v1.Disorder",
    bytes: "0a0161120162",
    ours: { last: "", second: "b", third: [], first: "a" },
    written: "1201620a0161",
  },
  {
    what: "The entry of a map leaves out a key or value that is the default",
    why: "Every reader must take it for the default, and it is shorter",
    message: "oracle.v1.Maps",
    bytes: "620412000a00",
    ours: { byString: { "": "" } },
    written: "6200",
  },
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
    what: "A wrapper that comes in pieces is the last piece",
    why: "The TypeScript form of a wrapper is a plain value, which has no pieces; writers send one",
    message: "oracle.v1.WellKnown",
    bytes: "8a01030a01618a0100",
    ours: { aString: "" },
    written: "8a0100",
  },
  {
    what: "A wrapper that the entry of a map leaves out is no entry",
    why: "No known writer leaves it out",
    message: "oracle.v1.WellKnown",
    bytes: "b201030a0161",
    ours: { int64s: {} },
    written: "",
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
    what: "A message, string or list that comes with another wire type is an unknown field",
    why: "protobuf-es takes the number behind it for a length; Protocol Buffers say to keep it as unknown",
    message: "oracle.v1.Tree",
    bytes: "1000",
    ours: { left: undefined, _unknownFields: { 16: [Uint8Array.of(0)] } },
    written: "1000",
  },
];
