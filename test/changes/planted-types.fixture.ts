import {
  minor,
  breaks,
  reads,
  bytes,
  size,
  place,
  beforeSnapshot,
  alike,
  type Pair,
} from "./pairs.fixture.js";

/** Fields whose types, and so their bytes or JSON, are others. */
export const typePairs: readonly Pair[] = [
  {
    name: "uint32 and uint64",
    second: [["uint32 speed", "uint64 speed"]],
    there: reads("speed", "number"),
    back: reads("speed", "bigint"),
  },
  {
    name: "int32 and sfixed32",
    second: [[size, `sfixed32 size = 1;\n  string label`]],
    there: bytes({ size: 3 }),
    back: bytes({ size: 3 }),
  },
  {
    name: "int64 and uint64",
    second: [["int64 quota", "uint64 quota"]],
    there: bytes({ quota: -1n }),
    back: bytes({ quota: 2n ** 64n - 1n }),
  },
  {
    name: "int64 and sint64",
    second: [["int64 quota", "sint64 quota"]],
    there: bytes({ quota: 5n }),
    back: bytes({ quota: 5n }),
  },
  {
    name: "int64 and fixed64",
    second: [["int64 quota", "fixed64 quota"]],
    there: bytes({ quota: 5n }),
    back: bytes({ quota: 5n }),
  },
  {
    name: "uint32 and a float",
    second: [["uint32 speed", "float speed"]],
    there: bytes({ speed: 3 }),
    back: bytes({ speed: 3 }),
  },
  {
    name: "bool and int32",
    second: [["bool encrypted", "int32 encrypted"]],
    there: reads("encrypted", "boolean"),
    back: reads("encrypted", "number"),
  },
  {
    name: "a list of texts and a list of bytes",
    second: [["repeated string tags", "repeated bytes tags"]],
    there: reads("tags", "string[]"),
    back: reads("tags", "Uint8Array[]"),
  },
  {
    name: "a map and a list of its entries",
    second: [
      ["map<string, int32> weights", "repeated Weight weights"],
      beforeSnapshot("message Weight { string key = 1; int32 value = 2; }"),
    ],
    there: breaks("(spec: acme.DiskSpec): number | undefined => spec.weights['a']"),
    back: breaks(
      "(spec: acme.DiskSpec): number => spec.weights.length as number satisfies number; export type W = acme.Weight",
    ),
  },
  {
    name: "maps of int32 and of int64",
    second: [["map<string, int32> weights", "map<string, int64> weights"]],
    there: breaks("(spec: acme.DiskSpec): number | undefined => spec.weights['a']"),
    back: breaks("(spec: acme.DiskSpec): bigint | undefined => spec.weights['a']"),
  },
  {
    name: "maps of texts and of bytes",
    first: [["map<string, int32> weights", "map<string, string> weights"]],
    second: [["map<string, int32> weights", "map<string, bytes> weights"]],
    there: breaks("(spec: acme.DiskSpec): string | undefined => spec.weights['a']"),
    back: breaks("(spec: acme.DiskSpec): Uint8Array | undefined => spec.weights['a']"),
  },
  {
    name: "a message and another with the same fields",
    first: [beforeSnapshot(`message Place { ${alike} }`)],
    second: place("Place", alike),
    there: minor,
    back: minor,
  },
  {
    name: "lists of a message and of another with the same fields",
    first: [beforeSnapshot(`message Place { ${alike} }`)],
    second: [
      ["repeated Placement replicas", "repeated Place replicas"],
      beforeSnapshot(`message Place { ${alike} }`),
    ],
    there: minor,
    back: minor,
  },
  {
    name: "a message and another with one field more",
    first: [beforeSnapshot(`message Place { ${alike} string unit = 4; }`)],
    second: place("Place", `${alike} string unit = 4;`),
    there: breaks("(spec: acme.DiskSpec, place: acme.Placement): void => { spec.placement = place; }"),
    back: breaks("(spec: acme.DiskSpec): string | undefined => spec.placement?.unit"),
  },
  {
    name: "a message and another with fields of other types",
    first: [beforeSnapshot("message Place { bytes rack = 1; int64 host = 2; }")],
    second: place("Place", "bytes rack = 1; int64 host = 2;"),
    there: breaks("(spec: acme.DiskSpec): string | undefined => spec.placement?.rack"),
    back: breaks("(spec: acme.DiskSpec): Uint8Array | undefined => spec.placement?.rack"),
  },
  {
    name: "a message, with what is nested in it, and its new name",
    second: [
      ["Placement placement", "Place placement"],
      ["repeated Placement replicas", "repeated Place replicas"],
      ["message Placement {", "message Place {"],
    ],
    there: breaks("(one: acme.Placement): string => one.rack"),
    back: breaks("(one: acme.Place): string => one.rack"),
  },
  {
    name: "bytes and a message under the number of them",
    second: [["bytes key = 12;", "Placement where = 12;"]],
    there: reads("key", "Uint8Array"),
    back: reads("where", "acme.Placement | undefined"),
  },
  {
    name: "a text and a number under the number of it",
    second: [["string zone = 15 [(acme.field_behavior) = BEHAVIOR_IMMUTABLE];", "int32 shelf = 15;"]],
    there: reads("zone", "string"),
    back: reads("shelf", "number"),
  },
  {
    name: "a list of texts and a message under the number of it",
    second: [["repeated string tags = 4;", "Snapshot origin = 4;"]],
    there: reads("tags", "string[]"),
    back: reads("origin", "acme.Snapshot | undefined"),
  },
];
