import { describe, expect, it } from "vitest";
import { acmeFile, acmeOptions } from "../request.fixture.js";
import type { Method } from "./api.js";
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
  const imports = [rpc, "google/protobuf/timestamp.proto", "google/protobuf/wrappers.proto"];
  const files = { "acme/options.proto": options, "acme/v1/a.proto": acmeFile(body, imports) };
  return describeProtos({ [rpc]: status, ...files });
}

/** Adds to each row the method of its rpc. Compiles all at once, since buf takes longer to start. */
function withMethods<Want>(rows: readonly (readonly [rpc: string, want: Want])[]): [string, Want, Method][] {
  const own = 'option (acme.api_service_name) = "row";';
  const texts = rows.map(([text], at) => `service Row${at} { ${own} rpc ${text} }`);
  const methods = api("", texts.join(" ")).services.filter(({ name }) => name.startsWith("Row"));
  return rows.map(([text, want], at) => [text, want, methods[at]!.methods[0]!]);
}

const operations = "service OpService { rpc Get(Req) returns (Op); rpc List(Req) returns (PlainPage); }";

describe("a method is read-only", () => {
  it.each(
    withMethods([
      ["Get(Req) returns (Plain);", true],
      ["GetByName(Req) returns (Plain);", true],
      ["ListThings(Req) returns (Plain);", true],
      ["Getaway(Req) returns (Plain);", false],
      ["GetOrCreate(Req) returns (Plain);", false],
      ["ListAndLock(Req) returns (Plain);", false],
      ["BatchGet(Req) returns (Plain);", false],
      ["Create(Req) returns (Plain);", false],
      ["Read(Req) returns (Plain) { option idempotency_level = NO_SIDE_EFFECTS; }", true],
      ["Write(Req) returns (Plain) { option idempotency_level = IDEMPOTENT; }", false],
    ]),
  )("%s %s", (_, want, method) => expect(method.isReadOnly).toBe(want));
});

describe("a method is an update", () => {
  it.each(
    withMethods([
      ["Update(Put) returns (Plain);", true],
      ["Update(stream Put) returns (Plain);", false],
      ["UpdateSpec(Put) returns (Plain);", false],
      ["Replace(Put) returns (Plain) { option (acme.method_behavior) = BEHAVIOR_UPDATER; }", true],
      ["Update(Put) returns (Plain) { option (acme.method_behavior) = BEHAVIOR_UNSPECIFIED; }", false],
    ]),
  )("%s %s", (_, want, method) => expect(method.isUpdate).toBe(want));
});

describe("a response", () => {
  it.each(
    withMethods<readonly [reply: string, pages: object | undefined]>([
      ["X(Req) returns (Vm);", ["resource", undefined]],
      ["X(Req) returns (Plain);", ["message", undefined]],
      ["X(PageReq) returns (VmPage);", ["resourcePage", { local: "xAll", items: "items" }]],
      ["X(PageReq) returns (PlainPage);", ["message", { local: "xAll", items: "plains" }]],
      ["X(PageReq) returns (TwoLists);", ["message", undefined]],
      ["X(Req) returns (PlainPage);", ["message", undefined]],
      ["X(PageReq) returns (stream PlainPage);", ["message", undefined]],
    ]),
  )("of %s is of a kind, and paged: %j", (_, [reply, pages], method) => {
    expect([method.reply, method.pages]).toEqual([reply, pages && expect.objectContaining(pages)]);
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
    expect(describeProtos(protos, "kind=cloud").services[0]).toMatchObject({
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
