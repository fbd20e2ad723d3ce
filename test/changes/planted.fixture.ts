import type { ChangeCase, Edits } from "./changes.fixture.js";

/** A change that is judged in both directions. */
interface Pair {
  readonly name: string;
  /** What the first version has in the place of parts of the base. */
  readonly first?: Edits;
  readonly second: Edits;
  readonly there: Outcome;
  readonly back: Outcome;
  readonly options?: readonly [first: string, second: string];
}

type Outcome = Pick<ChangeCase, "step" | "breaks" | "fails">;

const same: Outcome = { step: undefined };
const minor: Outcome = { step: "minor" };
const breaks = (text: string): Outcome => ({ step: "major", breaks: `export const f = ${text};` });
const reads = (name: string, type: string): Outcome =>
  breaks(`(spec: acme.DiskSpec): ${type} => spec.${name}`);
const bytes = (value: object, type = "DiskSpec"): Outcome => ({
  step: "major",
  fails: { kind: "bytes", type, value },
});
const json = (value: object, type = "DiskSpec"): Outcome => ({
  step: "major",
  fails: { kind: "json", type, value },
});

const size = "int32 size = 1;\n  string label";
const place = (name: string, fields: string): Edits => [
  ["Placement placement", `${name} placement`],
  ["message Snapshot {", `message ${name} { ${fields} }\nmessage Snapshot {`],
];
const beforeSnapshot = (text: string): Edits[number] => ["message Snapshot {", `${text}\nmessage Snapshot {`];
const tariffs = (request: string, response: string): Edits => [
  [
    "rpc Get(GetTariffRequest)",
    "rpc List(ListTariffsRequest) returns (ListTariffsResponse);\n  rpc Get(GetTariffRequest)",
  ],
  beforeSnapshot(
    `message ListTariffsRequest { ${request} }\nmessage ListTariffsResponse { repeated Tariff items = 1; ${response} }`,
  ),
];
const alike = 'string rack = 1; string host = 2 [json_name = "hostName"]; Placement.Level level = 3;';

const pairs: readonly Pair[] = [
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
  {
    name: "a oneof of one case and of two",
    first: [["    Snapshot snapshot = 8;\n", ""]],
    second: [],
    there: breaks("(spec: acme.DiskSpec): string | undefined => spec.source?.value"),
    back: breaks("(spec: acme.DiskSpec): boolean => spec.source?.$case === 'snapshot'"),
  },
  {
    name: "a oneof of two cases and of three",
    second: [["    Snapshot snapshot = 8;\n", "    Snapshot snapshot = 8;\n    int64 serial = 30;\n"]],
    there: minor,
    back: breaks("(spec: acme.DiskSpec): boolean => spec.source?.$case === 'serial'"),
  },
  {
    name: "an rpc and another request with the same fields",
    first: [beforeSnapshot("message GrowDiskRequest { string id = 1; int32 size = 2; }")],
    second: [
      ["rpc Grow(ResizeDiskRequest)", "rpc Grow(GrowDiskRequest)"],
      beforeSnapshot("message GrowDiskRequest { string id = 1; int32 size = 2; }"),
    ],
    there: minor,
    back: minor,
  },
  {
    name: "an rpc and another response with the same fields",
    first: [beforeSnapshot("message GrowDiskResponse { int32 size = 1; }")],
    second: [
      [
        "rpc Grow(ResizeDiskRequest) returns (ResizeDiskResponse)",
        "rpc Grow(ResizeDiskRequest) returns (GrowDiskResponse)",
      ],
      beforeSnapshot("message GrowDiskResponse { int32 size = 1; }"),
    ],
    there: minor,
    back: minor,
  },
  {
    name: "an rpc and another request with other fields",
    first: [beforeSnapshot("message GrowDiskRequest { string id = 1; string size = 2; }")],
    second: [
      ["rpc Grow(ResizeDiskRequest)", "rpc Grow(GrowDiskRequest)"],
      beforeSnapshot("message GrowDiskRequest { string id = 1; string size = 2; }"),
    ],
    there: breaks("(disks: acme.DiskServiceClient) => disks.grow({ size: 5 })"),
    back: breaks("(disks: acme.DiskServiceClient) => disks.grow({ size: '5' })"),
  },
  {
    name: "pages and a list without a next page",
    first: tariffs("string page_token = 1;", "string next_page_token = 2;"),
    second: tariffs("string page_token = 1;", ""),
    there: breaks("(tariffs: acme.TariffServiceClient) => tariffs.listAll({})"),
    back: minor,
  },
  {
    name: "pages and a list of one page",
    first: tariffs("string page_token = 1;", "string next_page_token = 2;"),
    second: tariffs("", "string next_page_token = 2;"),
    there: breaks("(tariffs: acme.TariffServiceClient) => tariffs.listAll({})"),
    back: minor,
  },
  {
    name: "an operation and an answer at once",
    second: [
      [
        "rpc Delete(DeleteDiskRequest) returns (acme.common.Task)",
        "rpc Delete(DeleteDiskRequest) returns (Disk)",
      ],
    ],
    there: breaks("async (disks: acme.DiskServiceClient) => { await (await disks.delete({})).wait(); }"),
    back: breaks("async (disks: acme.DiskServiceClient) => (await disks.delete({})).spec"),
  },
  {
    name: "a service without an endpoint and with one",
    first: [beforeSnapshot("service PlainService { rpc Get(GetTariffRequest) returns (Tariff); }")],
    second: [
      beforeSnapshot(
        'service PlainService { option (acme.api_service_name) = "plain"; rpc Get(GetTariffRequest) returns (Tariff); }',
      ),
    ],
    options: ["session_name=Acme,unrouted=allow", "session_name=Acme,unrouted=allow"],
    there: minor,
    back: breaks(
      "(session: ConstructorParameters<typeof acme.PlainServiceClient>[0]) => new acme.PlainServiceClient(session)",
    ),
  },
  {
    name: "an optional number and a wrapped one",
    second: [["optional int32 limit", "google.protobuf.Int32Value limit"]],
    there: bytes({ limit: 7 }),
    back: bytes({ limit: 7 }),
  },
  {
    name: "a wrapped text and one with presence",
    first: [
      [
        "string zone = 15 [(acme.field_behavior) = BEHAVIOR_IMMUTABLE];",
        "google.protobuf.StringValue zone = 15;",
      ],
    ],
    second: [
      ["string zone = 15 [(acme.field_behavior) = BEHAVIOR_IMMUTABLE];", "optional string zone = 15;"],
    ],
    there: bytes({ zone: "abc" }),
    back: bytes({ zone: "abc" }),
  },
  {
    name: "a Duration and a number of seconds",
    second: [["google.protobuf.Duration grace", "int64 grace"]],
    there: breaks("(spec: acme.DiskSpec): bigint | undefined => spec.grace?.seconds"),
    back: reads("grace", "bigint"),
  },
  {
    name: "a list that is packed and one that is not",
    first: [["repeated string tags = 4;", "repeated string tags = 4;\n  repeated int32 parts = 30;"]],
    second: [
      [
        "repeated string tags = 4;",
        "repeated string tags = 4;\n  repeated int32 parts = 30 [packed = false];",
      ],
    ],
    there: same,
    back: same,
  },
  {
    name: "a name in JSON that is said, and the same that is not",
    first: [["string rack = 1;", 'string rack = 1 [json_name = "rack"];']],
    second: [],
    there: same,
    back: same,
  },
  {
    name: "two fields of one type and their numbers the other way round",
    second: [["  string state = 1;\n", "  string state = 1;\n  string cause = 3;\n"]],
    first: [["  string state = 1;\n", "  string state = 3;\n  string cause = 1;\n"]],
    there: bytes({ state: "a", cause: "b" }, "DiskStatus"),
    back: bytes({ state: "a", cause: "b" }, "DiskStatus"),
  },
  {
    name: "a field and its number that is reserved when it goes",
    first: [["  uint32 speed = 20;\n", "  uint32 speed = 20;\n  bool spare = 30;\n"]],
    second: [["  uint32 speed = 20;\n", "  uint32 speed = 20;\n  reserved 30;\n"]],
    there: reads("spare", "boolean"),
    back: minor,
  },
  {
    name: "a name in JSON and another",
    first: [["string rack = 1;", 'string rack = 1 [json_name = "shelf"];']],
    second: [["string rack = 1;", 'string rack = 1 [json_name = "board"];']],
    there: json({ rack: "a" }, "Placement"),
    back: json({ rack: "a" }, "Placement"),
  },
];

/** Changes that are planted in both directions, each with what shows that its verdict is true. */
export const planted: readonly ChangeCase[] = pairs.flatMap(
  ({ name, first = [], second, there, back, options }) => {
    const more = options && { options };
    return [
      { name, from: first, edits: second, words: [], ...there, ...more },
      {
        name: `${name}, and back`,
        from: second,
        edits: first,
        words: [],
        ...back,
        ...(options && { options: [options[1], options[0]] as const }),
      },
    ];
  },
);
