import type { ChangeCase } from "./changes.fixture.js";

/** Fields: that come, and what else is said of them. */
export const additions: readonly ChangeCase[] = [
  {
    name: "a field is added",
    edits: [["  string label = 2;\n", "  string label = 2;\n  string region = 30;\n"]],
    step: "minor",
    words: ["`DiskSpec.region` is new"],
  },
  {
    name: "a field is added to a request",
    edits: [["  int32 page_size = 2;\n", "  int32 page_size = 2;\n  string filter = 9;\n"]],
    step: "minor",
    words: ["`ListDisksRequest.filter` is new"],
  },
  {
    name: "a field is added to a response",
    edits: [["  string state = 1;\n", "  string state = 1;\n  optional int64 reads = 7;\n"]],
    step: "minor",
    words: ["`DiskStatus.reads` is new"],
  },
  {
    name: "a field of a new message is added",
    edits: [
      ["  string label = 2;\n", "  string label = 2;\n  Policy policy = 30;\n"],
      ["message Snapshot {", "message Policy {\n  string name = 1;\n}\nmessage Snapshot {"],
    ],
    step: "minor",
    words: ["`DiskSpec.policy` is new", "`Policy` is new"],
  },
  {
    name: "a field with a behaviour is added",
    edits: [
      [
        "  string label = 2;\n",
        "  string label = 2;\n  string etag = 30 [(acme.field_behavior) = BEHAVIOR_OUTPUT_ONLY];\n",
      ],
    ],
    step: "minor",
    words: ["`DiskSpec.etag` is new"],
  },
  {
    name: "a case is added to a oneof",
    edits: [["    string image_id = 7;\n", "    string image_id = 7;\n    string url = 30;\n"]],
    step: "minor",
    words: ["`DiskSpec.source.url` is new"],
  },
  {
    name: "a case of a oneof is removed",
    edits: [["    string image_id = 7;\n", ""]],
    step: "major",
    words: ["`DiskSpec.source.imageId` was removed"],
    breaks: "export const f = (spec: acme.DiskSpec): boolean => spec.source?.$case === 'imageId';",
  },
  {
    name: "a case of a oneof gets another type",
    edits: [["    string image_id = 7;\n", "    int64 image_id = 7;\n"]],
    step: "major",
    words: ["`DiskSpec.source.imageId` changed from `string` to `bigint`"],
    breaks:
      "export const f = (spec: acme.DiskSpec): string => spec.source?.$case === 'imageId' ? spec.source.value : '';",
  },
  {
    name: "a oneof is renamed",
    edits: [["oneof source {", "oneof origin {"]],
    step: "major",
    words: ["`DiskSpec.source` was renamed to `DiskSpec.origin`"],
    breaks: "export const f = (spec: acme.DiskSpec) => spec.source;",
  },
  {
    name: "a oneof is added",
    edits: [
      [
        "  string label = 2;\n",
        "  string label = 2;\n  oneof extra {\n    string note = 30;\n    int32 rank = 31;\n  }\n",
      ],
    ],
    step: "minor",
    words: ["`DiskSpec.extra` is new"],
  },
  {
    name: "a field is deprecated",
    edits: [["string label = 2;", "string label = 2 [deprecated = true];"]],
    step: "minor",
    words: ["`DiskSpec.label` is deprecated"],
  },
  {
    name: "a field is deprecated with details",
    edits: [
      [
        "string label = 2;",
        'string label = 2 [(acme.field_deprecation_details) = { description: "Use tags.", effective_at: "2031-01-01" }];',
      ],
    ],
    step: "minor",
    words: ["`DiskSpec.label` is deprecated: Use tags. May stop working on 2031-01-01"],
  },
  {
    name: "a field is no longer deprecated",
    edits: [["string owner = 18 [deprecated = true];", "string owner = 18;"]],
    step: "patch",
    words: ["`DiskSpec.owner` is no longer deprecated"],
  },
  {
    name: "a field is no longer IMMUTABLE",
    edits: [["string zone = 15 [(acme.field_behavior) = BEHAVIOR_IMMUTABLE];", "string zone = 15;"]],
    step: "minor",
    words: ["`DiskSpec.zone` is no longer `IMMUTABLE`"],
  },
  {
    name: "a field becomes IDENTIFIER",
    edits: [
      [
        "message GetDiskRequest {\n  string id = 1;",
        "message GetDiskRequest {\n  string id = 1 [(acme.field_behavior) = BEHAVIOR_IDENTIFIER];",
      ],
    ],
    step: "minor",
    words: ["`GetDiskRequest.id` is now `IDENTIFIER`"],
  },
  {
    name: "a field gets a behaviour that nobody acts on",
    edits: [["string label = 2;", "string label = 2 [(acme.field_behavior) = BEHAVIOR_HINT];"]],
    step: "patch",
    words: ["`DiskSpec.label` is now `HINT`"],
  },
  {
    name: "a field becomes a secret",
    edits: [["string label = 2;", "string label = 2 [(acme.sensitive) = true];"]],
    step: "patch",
    words: ["`DiskSpec.label` is now a secret"],
  },
  {
    name: "a field becomes a secret by the option of Protocol Buffers",
    edits: [["string label = 2;", "string label = 2 [debug_redact = true];"]],
    step: "patch",
    words: ["`DiskSpec.label` is now a secret"],
  },
  {
    name: "a field is no longer a secret",
    edits: [[", (acme.sensitive) = true", ""]],
    step: "minor",
    words: ["`DiskSpec.password` is no longer a secret"],
  },
  {
    name: "fields change their order",
    edits: [["  int32 size = 1;\n  string label = 2;\n", "  string label = 2;\n  int32 size = 1;\n"]],
    step: undefined,
    words: [],
  },
  {
    name: "a comment changes",
    edits: [["  string label = 2;", "  // What people read.\n  string label = 2;"]],
    step: undefined,
    words: [],
  },
];
