import type { ChangeCase } from "./changes.fixture.js";

const check = `  rpc Check(CheckDiskRequest) returns (DiskStatus) {
    option idempotency_level = NO_SIDE_EFFECTS;
  }
`;

const withoutModify = ["modify", "previewModify"].map((name) => `\`DiskServiceClient.${name}\` was removed`);

/** Services and their rpcs. */
export const serviceChanges: readonly ChangeCase[] = [
  {
    name: "an rpc is added",
    edits: [
      [
        "  rpc Get(GetDiskRequest)",
        "  rpc Freeze(FreezeDiskRequest) returns (acme.common.Task);\n  rpc Get(GetDiskRequest)",
      ],
      [
        "message GetDiskRequest {",
        "message FreezeDiskRequest {\n  string id = 1;\n}\nmessage GetDiskRequest {",
      ],
    ],
    step: "minor",
    words: ["`DiskService.Freeze` is new, with `FreezeDiskRequest`"],
  },
  {
    name: "an rpc is added that answers page by page",
    edits: [
      [
        "  rpc Get(GetDiskRequest)",
        "  rpc ListLost(ListDisksRequest) returns (ListDisksResponse);\n  rpc Get(GetDiskRequest)",
      ],
    ],
    step: "minor",
    words: ["`DiskService.ListLost` is new"],
  },
  {
    name: "an rpc is removed, with its messages",
    edits: [
      [check, ""],
      ["message CheckDiskRequest {\n  string id = 1;\n}\n", ""],
    ],
    step: "major",
    words: ["`DiskService.Check` was removed, with `CheckDiskRequest`"],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.check({});",
  },
  {
    name: "an rpc is removed that was deprecated",
    edits: [
      ['    option (acme.method_deprecation_details) = { description: "Use Resize." };\n  }\n', "  }\n"],
      ["  // Use Resize.\n  rpc Grow(ResizeDiskRequest) returns (ResizeDiskResponse) {\n  }\n", ""],
    ],
    step: "major",
    words: ["`DiskService.Grow` was removed"],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.grow({});",
  },
  {
    name: "an rpc is renamed",
    edits: [["rpc Check(", "rpc Inspect("]],
    step: "major",
    words: ["`DiskService.Check` was renamed to `DiskService.Inspect`"],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.check({});",
  },
  {
    name: "List is removed",
    edits: [["  rpc List(ListDisksRequest) returns (ListDisksResponse);\n", ""]],
    step: "major",
    words: ["`DiskService.List` was removed"],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.listAll({});",
  },
  {
    name: "Update is removed",
    edits: [["  rpc Update(UpdateDiskRequest) returns (acme.common.Task);\n", ""]],
    step: "major",
    words: ["`DiskService.Update` was removed", ...withoutModify],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.modify({}, () => {});",
  },
  {
    name: "an rpc takes another request",
    edits: [["rpc Grow(ResizeDiskRequest)", "rpc Grow(CheckDiskRequest)"]],
    step: "major",
    words: ["The request type of `DiskService.Grow` changed from `ResizeDiskRequest` to `CheckDiskRequest`"],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.grow({ size: 5 });",
  },
  {
    name: "an rpc gives another response",
    edits: [
      ["rpc Check(CheckDiskRequest) returns (DiskStatus)", "rpc Check(CheckDiskRequest) returns (Tariff)"],
    ],
    step: "major",
    words: ["The response type of `DiskService.Check` changed from `DiskStatus` to `Tariff`"],
    breaks:
      "export const f = async (disks: acme.DiskServiceClient): Promise<string> => (await disks.check({})).state;",
  },
  {
    name: "a change becomes an operation",
    edits: [
      [
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse)",
        "rpc Resize(ResizeDiskRequest) returns (acme.common.Task)",
      ],
    ],
    step: "major",
    words: ["The response type of `DiskService.Resize` changed from `ResizeDiskResponse` to `Task`"],
    breaks:
      "export const f = async (disks: acme.DiskServiceClient): Promise<number> => (await disks.resize({})).size;",
  },
  {
    name: "responses stream",
    edits: [
      [
        "rpc Check(CheckDiskRequest) returns (DiskStatus)",
        "rpc Check(CheckDiskRequest) returns (stream DiskStatus)",
      ],
    ],
    step: "major",
    words: [
      "`DiskService.Check` changed from one request and one response to one request and a stream of responses",
    ],
    breaks:
      "export const f = async (disks: acme.DiskServiceClient): Promise<string> => (await disks.check({})).state;",
  },
  {
    name: "responses stream no longer",
    edits: [["returns (stream DiskStatus)", "returns (DiskStatus)"]],
    step: "major",
    words: [
      "`DiskService.Watch` changed from one request and a stream of responses to one request and one response",
    ],
    breaks:
      "export const f = async (disks: acme.DiskServiceClient) => { for await (const one of disks.watch({})) return one.state; return ''; };",
  },
  {
    name: "requests stream",
    edits: [["rpc Check(CheckDiskRequest)", "rpc Check(stream CheckDiskRequest)"]],
    step: "major",
    words: [
      "`DiskService.Check` changed from one request and one response to a stream of requests and one response",
    ],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.check({ id: 'a' });",
  },
  {
    name: "an rpc is deprecated",
    edits: [
      [
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse);",
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse) {\n    option deprecated = true;\n  }",
      ],
    ],
    step: "minor",
    words: ["`DiskService.Resize` is deprecated"],
  },
  {
    name: "a deprecation says something else",
    edits: [['description: "Use Resize."', 'description: "Use Resize.", effective_at: "2031-01-01"']],
    step: "minor",
    words: ["`DiskService.Grow` is deprecated: Use Resize. May stop working on 2031-01-01"],
  },
  {
    name: "an rpc may change something",
    edits: [["    option idempotency_level = NO_SIDE_EFFECTS;\n", ""]],
    step: "minor",
    words: ["`DiskService.Check` is no longer read-only"],
  },
  {
    name: "an rpc changes nothing",
    edits: [
      [
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse);",
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse) {\n    option idempotency_level = NO_SIDE_EFFECTS;\n  }",
      ],
    ],
    step: "patch",
    words: ["`DiskService.Resize` is now read-only"],
  },
  {
    name: "an rpc is renamed in protos alone",
    edits: [["rpc Get(GetTariffRequest)", "rpc get(GetTariffRequest)"]],
    step: "major",
    words: ["The name in protos of `TariffService.Get` changed from `Get` to `get`"],
    fails: { kind: "call", call: "getsTariff" },
  },
  {
    name: "an Update takes no reset mask",
    edits: [
      [
        "rpc Update(UpdateDiskRequest) returns (acme.common.Task);",
        "rpc Update(UpdateDiskRequest) returns (acme.common.Task) {\n    option (acme.method_behavior) = METHOD_BEHAVIOR_UNSPECIFIED;\n  }",
      ],
    ],
    step: "major",
    words: ["`DiskService.Update` no longer takes a reset mask", ...withoutModify],
    breaks:
      "export const f = (disks: acme.DiskServiceClient) => disks.update({}, { resetMask: 'spec.label' });",
  },
  {
    name: "another rpc takes a reset mask",
    edits: [
      [
        "rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse);",
        "rpc Resize(UpdateDiskRequest) returns (ResizeDiskResponse) {\n    option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER;\n  }",
      ],
    ],
    step: "major",
    words: [
      "`DiskService.Resize` now takes a reset mask. Its request type changed from `ResizeDiskRequest` to `UpdateDiskRequest`",
    ],
    breaks: "export const f = (disks: acme.DiskServiceClient) => disks.resize({ size: 5 });",
  },
  {
    name: "a service has another endpoint",
    edits: [['api_service_name) = "disks"', 'api_service_name) = "storage"']],
    step: "major",
    words: ["The endpoint of `DiskService` changed from `disks.{api_domain}` to `storage.{api_domain}`"],
    fails: { kind: "call", call: "getsTask" },
  },
  {
    name: "a service gets a host of its own",
    edits: [
      ['option (acme.api_service_name) = "tariffs";', 'option (acme.default_host) = "tariffs.example.com";'],
    ],
    step: "major",
    words: ["The endpoint of `TariffService` changed from `tariffs.{api_domain}` to `tariffs.example.com`"],
    fails: { kind: "call", call: "getsTariff" },
  },
  {
    name: "a service is added",
    edits: [
      [
        "// Tells tariffs.",
        'service ZoneService {\n  option (acme.api_service_name) = "zones";\n  rpc Get(GetZoneRequest) returns (Zone);\n}\nmessage GetZoneRequest {\n  string name = 1;\n}\nmessage Zone {\n  string name = 1;\n}\n// Tells tariffs.',
      ],
    ],
    step: "minor",
    words: ["The service `ZoneService` is new, with `GetZoneRequest` and `Zone`"],
  },
  {
    name: "a service is removed",
    edits: [
      [
        'service TariffService {\n  option (acme.api_service_name) = "tariffs";\n  rpc Get(GetTariffRequest) returns (Tariff);\n}\n',
        "",
      ],
    ],
    step: "major",
    words: ["The service `TariffService` was removed"],
    breaks: "export const f = () => acme.TariffServiceClient;",
  },
  {
    name: "a service is renamed",
    edits: [["service TariffService {", "service PriceService {"]],
    step: "major",
    words: ["`TariffService` was renamed to `PriceService`"],
    breaks: "export const f = () => acme.TariffServiceClient;",
  },
  {
    name: "a service is deprecated",
    edits: [["service TariffService {\n", "service TariffService {\n  option deprecated = true;\n"]],
    step: "minor",
    words: ["`TariffService` is deprecated"],
  },
  {
    name: "an rpc is added to a server",
    edits: [
      [
        "  rpc Get(GetTariffRequest)",
        "  rpc Guess(GetTariffRequest) returns (Tariff);\n  rpc Get(GetTariffRequest)",
      ],
    ],
    options: ["session_name=Acme,server=true", "session_name=Acme,server=true"],
    step: "major",
    words: ["`TariffService.Guess` is new"],
    breaks:
      "import type { TariffServiceHandlers } from '../SIDE/acme/v1/index.server.js';\nexport const f: TariffServiceHandlers = { get: () => ({}) };",
  },
  {
    name: "rpcs change their order",
    edits: [
      ["  rpc Get(GetDiskRequest) returns (Disk);\n", ""],
      [
        "  rpc Create(CreateDiskRequest)",
        "  rpc Get(GetDiskRequest) returns (Disk);\n  rpc Create(CreateDiskRequest)",
      ],
    ],
    step: undefined,
    words: [],
  },
];
