import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { libraryFiles, libraryProto } from "../../../../convention/src/aip/library.fixture.js";
import { validateProto } from "../../../../convention/src/rules/validate.fixture.js";
import { compileProtos, requestOf } from "../request.fixture.js";
import { examine } from "./examine.js";
import { describeKind } from "../model/kind.js";
import { kinds, type FindingCode } from "./finding-kinds.js";
import { formatJson, formatReport } from "./report.js";

const options = `
  syntax = "proto3";
  package acme.options;
  import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 50101; }
  enum Behavior { BEHAVIOR_UNSPECIFIED = 0; INPUT_ONLY = 4; OUTPUT_ONLY = 3; }
  extend google.protobuf.FieldOptions { repeated Behavior field_behavior = 50102; }`;

const operations = `
  syntax = "proto3";
  package acme.v1;
  import "google/protobuf/timestamp.proto";
  import "google/rpc/status.proto";
  message Operation {
    string id = 1; string resource_id = 2; string description = 3;
    google.protobuf.Timestamp created_at = 4; google.protobuf.Timestamp finished_at = 5; google.rpc.Status status = 6;
  }`;

const status = `syntax = "proto3"; package google.rpc; message Status { int32 code = 1; string message = 2; }`;

const disk = `
  message Metadata { string id = 1; string parent_id = 2; string name = 3; int64 resource_version = 4; }
  message DiskSpec { int64 size = 1; repeated Partition partitions = 2; }
  message Partition { string label = 1; }
  message Disk { Metadata metadata = 1; DiskSpec spec = 2; }
  message UpdateDiskRequest { Metadata metadata = 1; DiskSpec spec = 2; }
  message GetDiskRequest { string id = 1; }
  message ListDisksRequest { string parent_id = 1; int64 page_size = 2; string page_token = 3; }
  message ListDisksResponse { repeated Disk items = 1; string next_page_token = 2; }`;

const header = `syntax = "proto3"; package acme.v1; import "options.proto"; import "operation.proto";`;

/** A request for a file beside the options and operations of the others. */
const requestFor = (text: string, parameter = ""): Uint8Array =>
  requestOf(
    compileProtos({
      "google/rpc/status.proto": status,
      "buf/validate/validate.proto": validateProto,
      "options.proto": options,
      "operation.proto": operations,
      "disk.proto": text,
    }),
    { parameter, generate: ["options.proto", "operation.proto", "disk.proto"] },
  );

/** The findings in a file beside the options and operations of the others, as codes with places. */
async function found(text: string, parameter = ""): Promise<readonly string[]> {
  const { findings } = await examine(requestFor(text, parameter));
  return findings.map(({ code, element, detail }) => [code, element, detail].filter(Boolean).join(": "));
}

const service = (methods: string, name = `option (acme.options.api_service_name) = "disk";`): string =>
  `${header}${disk} service DiskService { ${name} ${methods} }`;

/** Another service of the API, which has a name. */
const named = 'service OtherService { option (acme.options.api_service_name) = "other"; }';

const get = "rpc Get(GetDiskRequest) returns (Disk);";
const update = "rpc Update(UpdateDiskRequest) returns (Disk);";
const paged = "rpc List(ListDisksRequest) returns (ListDisksResponse);";

/** Resources with another first field in their spec, about which the API states rules. */
const ruled = (field: string): string =>
  service(get + update)
    .replace(header, `${header} import "buf/validate/validate.proto";`)
    .replace("int64 size = 1;", field);

describe("the doctor", () => {
  it("finds nothing in an API that follows the convention, and says what it meets", async () => {
    const examination = await examine(requestFor(service(get + update + paged)));
    expect(examination.findings).toEqual([]);
    expect(formatReport(examination)).toBe(
      [
        describeKind({ kind: "cloud" }, undefined, [{ hasKeys: true }]),
        "",
        "  1 of 1  services with an endpoint",
        "  1 of 1  services that promise idempotency keys",
        "  1 of 1  Updates with modify",
        "  1 of 1  resources of these Updates with a version",
        "  1 of 1  Lists in pages",
        "",
        "No findings: the API meets the whole convention.",
        "",
      ].join("\n"),
    );
  });

  it.each<[code: FindingCode | "ENDPOINT_INVALID", text: string, want: string]>([
    ["ENDPOINT_MISSING", service(get, "") + named, "acme.v1.DiskService"],
    ["IDEMPOTENCY_KEY_MISSING", service(get + update, ""), "acme.v1.DiskService: 1 method changes data"],
    [
      "ENDPOINT_INVALID",
      service(get, `option (acme.options.api_service_name) = "a b";`),
      "acme.v1.DiskService: The value",
    ],
    ["GET_MISSING", service(update), "acme.v1.DiskService/Update"],
    [
      "GET_MISMATCH",
      service(get + update).replace(
        "message UpdateDiskRequest { Metadata",
        "message Other {} message UpdateDiskRequest { Other",
      ),
      "acme.v1.DiskService/Update",
    ],
    [
      "RESOURCE_VERSION_MISSING",
      service(get + update).replace("int64 resource_version = 4;", ""),
      "acme.v1.Disk",
    ],
    [
      "INPUT_ONLY_IN_LIST",
      service(get + update).replace(
        "string label = 1;",
        "string label = 1 [(acme.options.field_behavior) = INPUT_ONLY];",
      ),
      "acme.v1.DiskService/Update: spec.partitions[].label",
    ],
    ["PAGES_MISSING", service(paged).replace("string next_page_token = 2;", ""), "acme.v1.DiskService/List"],
    [
      "OPERATION_UNREADABLE",
      service("rpc Create(UpdateDiskRequest) returns (Operation);"),
      "acme.v1.DiskService/Create: acme.v1.Operation",
    ],
    [
      "UPDATE_MASK_PLAIN",
      service("rpc UpdateDisk(Patch) returns (Disk);")
        .replace(header, `${header} import "google/protobuf/field_mask.proto";`)
        .concat("message Patch { string id = 1; google.protobuf.FieldMask update_mask = 2; }"),
      "acme.v1.DiskService/UpdateDisk",
    ],
    [
      "RULE_UNREADABLE",
      ruled("int64 size = 1 [(buf.validate.field).string.max_len = 3];"),
      "acme.v1.DiskSpec.size: string: the field is of another type",
    ],
    [
      "RULE_UNCHECKED",
      ruled(`int64 size = 1 [(buf.validate.field).cel = { id: "even", expression: "this % 2 == 0" }];`),
      "acme.v1.DiskSpec.size: cel:even: it is written in CEL",
    ],
    [
      "UPDATE_FIELD_MISSING",
      ruled(
        "string key = 9 [(buf.validate.field).required = true, (acme.options.field_behavior) = INPUT_ONLY];",
      ),
      "acme.v1.DiskService/Update: spec.key (no response shows it)",
    ],
    [
      "NAME_CLASH",
      service("rpc Then(GetDiskRequest) returns (Disk);"),
      "acme.v1.DiskService/Then: the method then$",
    ],
  ])("finds %s", async (code, text, want) => {
    expect((await found(text)).filter((one) => one.startsWith(`${code}: ${want}`))).toHaveLength(1);
  });

  it.each<[code: FindingCode, field: string, want: string]>([
    ["ENUM_CLOSED", "repeated Kind kinds = 9;", "acme.v1.Volume.kinds: acme.v1.Kind"],
    ["ENUM_CLOSED", "map<string, Kind> kinds = 9;", "acme.v1.Volume.kinds: acme.v1.Kind"],
    ["FIELD_REQUIRED", "string zone = 9 [features.field_presence = LEGACY_REQUIRED];", "acme.v1.Volume.zone"],
    ["GROUP_USED", "Kinds zone = 9 [features.message_encoding = DELIMITED];", "acme.v1.Volume.zone"],
  ])("finds %s in what Updates send: %s", async (code, field, want) => {
    const text = service(get + update)
      .replace(header, `edition = "2023"; package acme.v1; import "options.proto"; import "operation.proto";`)
      .replace("string label = 1;", "Volume volume = 1;").concat(`
        enum Kind { option features.enum_type = CLOSED; KIND_UNSPECIFIED = 0; }
        message Kinds { string a = 1; }
        message Volume { ${field} }`);
    expect((await found(text)).filter((one) => one === `${code}: ${want}`)).toHaveLength(1);
  });

  it("shows the kind of an API of plain gRPC, and looks for nothing that gRPC does not have", async () => {
    const examination = await examine(requestFor(service(get.replace("Get(", "Update("), "")));
    expect(examination).toMatchObject({ kind: "grpc", coverage: [], findings: [] });
    expect(formatReport(examination)).toMatch(
      /^kind=grpc \(plain gRPC, by its protos[^]*\n\nNo findings\.\n$/,
    );
    expect(JSON.parse(formatJson(examination))).toMatchObject({ kind: "grpc" });
  });

  it("shows the kind that the option chooses", async () => {
    const examination = await examine(requestFor(service(get, ""), "kind=aip"));
    expect(formatReport(examination)).toMatch(/^kind=aip \(AIP, by the option\)/);
  });

  it("takes the plugin's options: what they allow is not found", async () => {
    expect(await found(service(get, "") + named)).toEqual(["ENDPOINT_MISSING: acme.v1.DiskService"]);
    expect(await found(service(get, "") + named, "exclude=acme.v1.DiskService")).toEqual([]);
    expect((await found(service(get, ""), "exclude=acme.v1.*")).join()).toContain("NOTHING_TO_GENERATE");
  });

  it("looks at an API that follows AIP, and at the files beside its protos", async () => {
    const text = libraryProto.replace(
      'pattern: "shelves/{shelf}"',
      'pattern: "shelves/{shelf}" pattern: "{a=b/*}"',
    );
    const protos = compileProtos({ ...libraryFiles(), "library/v1/library.proto": text });
    const generate = protos.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
    const examination = async (parameter: string) => {
      const { findings, coverage } = await examine(requestOf(protos, { parameter, generate }));
      const found = findings.map(
        ({ code, element, detail }) => `${code}: ${element}${detail && `: ${detail}`}`,
      );
      return { found, met: coverage.map((one) => `${one.met} of ${one.total} ${one.requirement}`) };
    };
    const plain = await examination("");
    expect(plain.found).toEqual([
      "RESOURCE_VERSION_MISSING: library.v1.Shelf",
      "NAME_PATTERN_INVALID: library.v1.Shelf: {a=b/*}",
      "IDEMPOTENCY_KEY_MISSING: library.v1.Library: 6 methods change data",
      "IDEMPOTENCY_KEY_MISSING: library.v1.Shelves: 2 methods change data",
      "REQUEST_ID_UNUSED: library.v1.Library/DeleteBook: request_id is REQUIRED",
      "REQUEST_ID_UNUSED: library.v1.Library/UndeleteBook: request_id is not of the format UUID4",
      "ROUTE_MISSING: library.v1.Shelves/ListShelves",
      "ROUTE_MISSING: library.v1.Shelves/CreateShelf",
    ]);
    expect(plain.met).toContain("2 of 2 Updates with modify");
    expect(plain.met).toContain("1 of 2 resources of these Updates with a version");
    const folder = await mkdtemp(join(tmpdir(), "stratus-doctor-"));
    const file = join(folder, "library.yaml");
    await writeFile(
      file,
      `type: google.api.Service
name: library.example.com
apis: [{ name: library.v1.Library }]
publishing:
  method_settings: [{ selector: library.v1.Library.MoveBook, auto_populated_fields: [move_token] }]
`,
    );
    const configured = await examination(`service_yaml=${file}`);
    await rm(folder, { recursive: true });
    expect(configured.found).toContain(
      "REQUEST_ID_UNUSED: library.v1.Library/CreateBook: request_id is not listed in the service's YAML",
    );
    expect((await examination(`service_yaml=${file}`)).found.join()).toMatch(
      /FILE_UNREADABLE: .*library.yaml/,
    );
  });

  it("groups findings, the worst first, with the effect, the fix and the line", async () => {
    const examination = await examine(
      requestFor(
        `${header}\n${disk}\nservice A { rpc List(GetDiskRequest) returns (ListDisksResponse); } ${named}`,
      ),
    );
    const text = formatReport(examination);
    expect(text).toContain(
      `error: ${kinds.ENDPOINT_MISSING.title} (1) [ENDPOINT_MISSING]\n  ${kinds.ENDPOINT_MISSING.effect}.`,
    );
    expect(text).toContain("    disk.proto:11: acme.v1.A/List\n");
    expect(text.indexOf("error:")).toBeLessThan(text.indexOf("warning:"));
    expect(text.trimEnd().split("\n").at(-1)).toBe("1 error, 1 warning.");
    const data = JSON.parse(formatJson(examination)) as { findings: readonly object[] };
    expect(data.findings[1]).toEqual({
      code: "PAGES_MISSING",
      ...kinds.PAGES_MISSING,
      file: "disk.proto",
      line: 11,
      element: "acme.v1.A/List",
      detail: "",
    });
  });
});
