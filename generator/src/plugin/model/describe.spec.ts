import { describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, type Protos } from "../request.fixture.js";
import { describeProtos, methodOf, type DescribedProtos } from "./describe.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const rpc = "google/rpc/status.proto";
const status = 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }';
const options = `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 50001; Notice service_deprecation_details = 50002; }
  extend google.protobuf.MethodOptions { repeated Behavior method_behavior = 50001; Notice method_deprecation_details = 50002; }
  extend google.protobuf.FieldOptions { FieldBehavior field_behavior = 50001; bool sensitive = 50002; bool credentials = 50003; }
  enum Behavior { BEHAVIOR_UNSPECIFIED = 0; BEHAVIOR_UPDATER = 1; }
  enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_OUTPUT_ONLY = 4; IMMUTABLE = 5; }
  message Notice { string description = 1; string effective_at = 2; }`;

const shared = `
  message Meta { string id = 1; } message Spec { int32 cpu = 1; }
  message Vm { Meta metadata = 1; Spec spec = 2; }
  message Req { string id = 1; } message Plain { string x = 1; }
  message Put { Meta metadata = 1; Spec spec = 2; }
  message PageReq { string page_token = 1; }
  message VmPage { repeated Vm items = 1; string next_page_token = 2; repeated string warnings = 3; }
  message PlainPage { repeated Plain plains = 1; string next_page_token = 2; }
  message TwoLists { repeated Plain a = 1; repeated Plain b = 2; string next_page_token = 3; }
  message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; }`;

/** An API with one service of those rpcs, and whatever stands beside it. */
function api(rpcs: string, beside = ""): DescribedProtos {
  const body = `${shared} ${beside} service S { option (acme.api_service_name) = "s"; ${rpcs} }`;
  const protos: Protos = {
    [rpc]: status,
    "acme/options.proto": options,
    "acme/v1/a.proto": acmeFile(body, [
      rpc,
      "google/protobuf/timestamp.proto",
      "google/protobuf/wrappers.proto",
    ]),
  };
  return describeProtos(protos);
}

const operations = "service OpService { rpc Get(Req) returns (Op); rpc List(Req) returns (PlainPage); }";

describe("a method is read-only", () => {
  it.each([
    ["Get", "", true],
    ["GetByName", "", true],
    ["ListThings", "", true],
    ["Getaway", "", false],
    ["GetOrCreate", "", false],
    ["ListAndLock", "", false],
    ["BatchGet", "", false],
    ["Create", "", false],
    ["Read", "{ option idempotency_level = NO_SIDE_EFFECTS; }", true],
    ["Write", "{ option idempotency_level = IDEMPOTENT; }", false],
  ])("%s %s: %s", (name, body, want) => {
    expect(methodOf(api(`rpc ${name}(Req) returns (Plain) ${body || ";"}`), name).isReadOnly).toBe(want);
  });
});

describe("a method is an update", () => {
  it.each([
    ["Update", "", true],
    ["UpdateSpec", "", false],
    ["Replace", "{ option (acme.method_behavior) = BEHAVIOR_UPDATER; }", true],
    ["Update", "{ option (acme.method_behavior) = BEHAVIOR_UNSPECIFIED; }", false],
  ])("%s %s: %s", (name, body, want) => {
    expect(methodOf(api(`rpc ${name}(Put) returns (Plain) ${body || ";"}`), name).isUpdate).toBe(want);
  });

  it("and not, where it is a stream", () => {
    expect(methodOf(api("rpc Update(stream Put) returns (Plain);"), "Update").isUpdate).toBe(false);
  });
});

describe("a response", () => {
  it.each([
    ["(Req) returns (Vm)", "resource", undefined],
    ["(Req) returns (Plain)", "message", undefined],
    ["(PageReq) returns (VmPage)", "resourcePage", { local: "xAll", items: "items" }],
    ["(PageReq) returns (PlainPage)", "message", { local: "xAll", items: "plains" }],
    ["(PageReq) returns (TwoLists)", "message", undefined],
    ["(Req) returns (PlainPage)", "message", undefined],
    ["(PageReq) returns (stream PlainPage)", "message", undefined],
  ])("of %s is a %s, paged by %j", (signature, reply, pages) => {
    const method = methodOf(api(`rpc X${signature};`), "X");
    expect(method.reply).toBe(reply);
    if (pages) expect(method.pages).toMatchObject(pages);
    else expect(method.pages).toBeUndefined();
  });
});

describe("operations", () => {
  it("are listed by that service for a resource", () => {
    const listing =
      "message OfReq { string resource_id = 1; string page_token = 2; } message Ops { repeated Op items = 1; string next_page_token = 2; }" +
      "service OpService { rpc Get(Req) returns (Op); rpc List(OfReq) returns (Ops); }";
    const { services } = api("rpc Create(Put) returns (Op); rpc Get(Req) returns (Vm);", listing);
    expect(services.find(({ name }) => name === "OpService")?.operationReader?.listing).toEqual({
      local: "list",
      resourceId: "resourceId",
      items: "items",
    });
  });

  it("are read by the service that gets them and has no endpoint", () => {
    const described = api("rpc Create(Put) returns (Op); rpc Get(Req) returns (Vm);", operations);
    const wiring = { name: "OpServiceWiring", module: "acme/v1/a" };
    expect(methodOf(described, "Create").operation).toEqual({ wiring, named: undefined });
    const reader = described.services.find((service) => service.name === "OpService");
    expect(reader).toMatchObject({ endpoint: undefined, operationReader: { wiring, get: "get", id: "id" } });
    expect(reader?.methods.map((method) => method.operation)).toEqual([undefined, undefined]);
    expect(reader?.operationReader?.listing).toBeUndefined();
    expect(described.services.find((service) => service.name === "S")?.pickUp).toMatchObject({
      local: "operation",
      use: { wiring },
    });
  });

  it("are plain messages where no service reads them", () => {
    expect(methodOf(api("rpc Create(Put) returns (Op);"), "Create").operation).toBeUndefined();
  });

  it.each([
    ["no id", "message Near { google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; }"],
    [
      "a status of another type",
      "message Near { string id = 1; Plain status = 2; google.protobuf.Timestamp finished_at = 3; }",
    ],
    [
      "a time that is text",
      "message Near { string id = 1; google.rpc.Status status = 2; string finished_at = 3; }",
    ],
  ])("have %s, then they are none, and their service needs an endpoint", (_, message) => {
    const beside = `${message} service NearService { rpc Get(Req) returns (Near); }`;
    expect(() => api("rpc Create(Put) returns (Near);", beside)).toThrow(
      codedError("ENDPOINT_MISSING", "service acme.v1.NearService"),
    );
  });
});

describe("modify", () => {
  it.each([
    ["Get and Update of the same resource", "rpc Get(Req) returns (Vm); rpc Update(Put) returns (Op);", true],
    ["no Get", "rpc Update(Put) returns (Op);", false],
    ["no Update", "rpc Get(Req) returns (Vm);", false],
    ["a Get of something else", "rpc Get(Req) returns (Plain); rpc Update(Put) returns (Op);", false],
    ["an Update of something else", "rpc Get(Req) returns (Vm); rpc Update(Plain) returns (Op);", false],
  ])("with %s: %s", (_, rpcs, want) => {
    const { services } = api(rpcs, operations);
    expect(services.find((service) => service.name === "S")?.modify !== undefined).toBe(want);
  });
});

describe("a session is wired", () => {
  it("to service errors, wherever they are nested, by full name", () => {
    const { api: found } = api(
      "rpc Do(Req) returns (Plain);",
      "enum Retry { NO = 0; } message Z { Retry retry_type = 1; } message A { message Fault { Retry retry_type = 1; } string retry_type = 2; }",
    );
    expect(found.wiring.serviceErrors.map((one) => one.type.name)).toEqual(["A_Fault", "Z"]);
  });

  it.each([
    ["int64 expires_in = 2;", true],
    ["int32 expires_in = 2;", true],
    ["", false],
  ])("to a token exchange by its fields, with %j: %s", (field, want) => {
    const { api: found } = api(
      "rpc Swap(In) returns (Out);",
      `message In { string grant_type = 1; string subject_token = 2; string subject_token_type = 3; } message Out { string access_token = 1; ${field} }`,
    );
    const methods = { name: "SMethods", module: "acme/v1/a" };
    expect(found.wiring.tokenExchange).toEqual(want ? { methods, local: "swap" } : undefined);
  });
});

describe("what the options say of a field", () => {
  it.each([
    ["string a = 1 [(acme.field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY];", ["OUTPUT_ONLY"], false],
    ["string a = 1 [(acme.field_behavior) = IMMUTABLE];", ["IMMUTABLE"], false],
    ["string a = 1 [(acme.field_behavior) = FIELD_BEHAVIOR_UNSPECIFIED];", [], false],
    ["string a = 1 [(acme.sensitive) = true];", [], true],
    ["string a = 1 [(acme.credentials) = true];", [], true],
    ["string a = 1 [(acme.sensitive) = false];", [], false],
  ])("%s", (body, behaviors, isSecret) => {
    const found = api("rpc Do(Req) returns (Plain);", `message M { ${body} }`);
    const messages = found.codecFiles.flatMap((file) => file.messages);
    const [field] = messages.find((one) => one.typeName === "acme.v1.M")?.fields ?? [];
    expect(field && found.annotationsOf(field)).toMatchObject({ behaviors, isSecret });
  });
});

describe("the types that a message names", () => {
  it("are enums and messages by their modules, and well-known types that are plain values by their package", () => {
    const { messages } = api(
      "rpc Do(Req) returns (Plain);",
      `message M { int32 a = 1; Plain b = 2; map<int64, E> c = 3; google.protobuf.StringValue d = 4; google.protobuf.Timestamp e = 5; }
       enum E { ZERO = 0; }`,
    );
    expect(messages.find((one) => one.typeName === "acme.v1.M")?.fieldTypes).toEqual([
      { name: { name: "Plain", module: "acme/v1/a" } },
      { name: { name: "E", module: "acme/v1/a" } },
      { packageName: "google.protobuf" },
      { name: { name: "Timestamp", module: "google/protobuf/index", shared: "Timestamp" } },
    ]);
  });
});

describe("what is written for people", () => {
  it("comes from the comments above, else from those behind", () => {
    const found = api(
      "\n// Above.\nrpc A(Req) returns (Plain); // Behind.\nrpc B(Req) returns (Plain); // Only behind.\n",
    );
    expect(["A", "B"].map((name) => methodOf(found, name).doc.text.trim())).toEqual([
      "Above.",
      "Only behind.",
    ]);
  });

  it.each([
    ["option deprecated = true;", ""],
    [
      'option (acme.method_deprecation_details) = { description: "Use B." effective_at: "2030-01-01" };',
      "Use B. May stop working on 2030-01-01.",
    ],
    [
      'option (acme.method_deprecation_details) = { description: "Use B" effective_at: "2030-01-01" };',
      "Use B. May stop working on 2030-01-01.",
    ],
    ['option (acme.method_deprecation_details) = { description: "Use B." };', "Use B."],
    ["", undefined],
  ])("says what is deprecated: %s", (option, want) => {
    expect(methodOf(api(`rpc A(Req) returns (Plain) { ${option} }`), "A").doc.deprecated).toBe(want);
  });
});

const files = ({ api: found }: DescribedProtos): string[] =>
  found.packages.flatMap((one) => one.files).map((file) => file.source);

describe("a file that only declares options", () => {
  it("is left out, with descriptor.proto, unless something else uses its types", () => {
    expect(files(api("rpc Do(Req) returns (Plain);"))).not.toContain("acme/options.proto");
    expect(files(api("rpc Do(Req) returns (acme.Notice);"))).toContain("acme/options.proto");
    expect(files(api("rpc Do(Req) returns (acme.Notice);"))).not.toContain(
      "google/protobuf/descriptor.proto",
    );
  });
});

describe("services without an endpoint", () => {
  it("are allowed by an option, and then have none", () => {
    const protos = {
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile("message M {} service S { rpc Do(M) returns (M); }"),
    };
    expect(describeProtos(protos, "unrouted=allow").services[0]).toMatchObject({
      endpoint: undefined,
      operationReader: undefined,
    });
  });
});

describe("with chosen services", () => {
  const described = (parameter: string): DescribedProtos =>
    describeProtos(
      {
        [rpc]: status,
        "acme/options.proto": options,
        "acme/v1/a.proto": acmeFile(
          `${shared} ${operations} service S { option (acme.api_service_name) = "s"; rpc Create(Put) returns (Op); }
           service T { option (acme.api_service_name) = "t"; rpc Do(Req) returns (Plain); }`,
          [rpc, "google/protobuf/timestamp.proto"],
        ),
        "acme/v1/login.proto": acmeFile(
          `message In { string grant_type = 1; string subject_token = 2; string subject_token_type = 3; }
           message Out { string access_token = 1; int32 expires_in = 2; }
           service Login { option (acme.api_service_name) = "l"; rpc Swap(In) returns (Out); }`,
        ),
        "acme/v1/fault.proto": acmeFile(
          "enum Retry { NO = 0; } message Outer { message Fault { Retry retry_type = 1; } }",
        ),
      },
      parameter,
    );

  it.each([
    ["services=acme.v1.S", ["OpService", "S", "Login"]],
    ["services=*.T", ["OpService", "T", "Login"]],
    ["services=*.S+*.T,exclude=*.Login", ["OpService", "S", "T"]],
    ["exclude=acme.*", undefined],
    ["services=*.S+*.T,exclude=*.S+*.T", undefined],
  ])("%s leaves what a session is wired to, unless that is excluded", (parameter, want) => {
    if (!want) return expect(() => described(parameter)).toThrow(codedError("NOTHING_TO_GENERATE"));
    const { services, api: found } = described(parameter);
    expect(services.map((service) => service.name)).toEqual(want);
    expect(found.wiring.tokenExchange !== undefined).toBe(want.includes("Login"));
    expect(found.wiring.serviceErrors.map((one) => one.typeName)).toEqual(["acme.v1.Outer.Fault"]);
  });
});
