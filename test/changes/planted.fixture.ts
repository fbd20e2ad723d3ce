import type { ChangeCase } from "./changes.fixture.js";
import {
  same,
  minor,
  breaks,
  reads,
  bytes,
  json,
  beforeSnapshot,
  tariffs,
  type Pair,
} from "./pairs.fixture.js";
import { typePairs } from "./planted-types.fixture.js";

const pairs: readonly Pair[] = [
  ...typePairs,
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
    name: "an rpc that may change something, and one that is idempotent",
    second: [
      [
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse);",
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse) {\n    option idempotency_level = IDEMPOTENT;\n  }",
      ],
    ],
    there: minor,
    back: minor,
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
    name: "an rpc and another request with one field more",
    first: [beforeSnapshot("message GrowDiskRequest { string id = 1; int32 size = 2; bool force = 3; }")],
    second: [
      ["rpc Grow(ResizeDiskRequest)", "rpc Grow(GrowDiskRequest)"],
      beforeSnapshot("message GrowDiskRequest { string id = 1; int32 size = 2; bool force = 3; }"),
    ],
    there: minor,
    back: breaks("(disks: acme.DiskServiceClient) => disks.grow({ size: 5, force: true })"),
  },
  {
    name: "an rpc and another response with one field more",
    first: [beforeSnapshot("message GrowDiskResponse { int32 size = 1; string zone = 2; }")],
    second: [
      [
        "rpc Grow(ResizeDiskRequest) returns (ResizeDiskResponse)",
        "rpc Grow(ResizeDiskRequest) returns (GrowDiskResponse)",
      ],
      beforeSnapshot("message GrowDiskResponse { int32 size = 1; string zone = 2; }"),
    ],
    there: minor,
    back: breaks("async (disks: acme.DiskServiceClient): Promise<string> => (await disks.grow({})).zone"),
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
  {
    name: "a value and its name without that of the enum, which TypeScript has not",
    second: [["DISK_TYPE_SSD = 1;", "SSD = 1;"]],
    there: json({ type: 1 }),
    back: json({ type: 1 }),
  },
  {
    name: "a field whose number another takes when it gets a new one",
    second: [["  string state = 1;\n", "  string state = 3;\n  string cause = 1;\n"]],
    there: bytes({ state: "a" }, "DiskStatus"),
    back: bytes({ state: "a" }, "DiskStatus"),
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
