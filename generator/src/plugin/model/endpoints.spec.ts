import { describe, expect, it } from "vitest";
import { acmeFile } from "../request.fixture.js";
import { describeProtos, type DescribedProtos } from "./describe.fixture.js";
import { describeKind } from "./kind.js";
import { codedError } from "../../../../test/coded-error.js";

describe("services with a host", () => {
  const both = `
    syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; string default_host = 1049; }`;
  const describeOptions = (...options: readonly string[]): DescribedProtos => {
    const services = options.map((text, at) => `service S${at} { ${text} rpc Do(M) returns (M); }`);
    return describeProtos({
      "acme/options.proto": both,
      "acme/v1/a.proto": acmeFile(`message M {} ${services.join("\n")}`),
    });
  };
  const name = 'option (acme.api_service_name) = "s";';
  const host = (text: string): string => `option (acme.default_host) = "${text}";`;

  it.each([
    ["a host", [host("a.example")], { kind: "host", text: "a.example" }, true],
    ["a port", [host("a.example:8443")], { kind: "host", text: "a.example:8443" }, true],
    ["a final dot", [host("a.example.:8443")], { kind: "host", text: "a.example.:8443" }, true],
    ["an IPv4 address", [host("127.0.0.1:1")], { kind: "host", text: "127.0.0.1:1" }, true],
    ["a name too, which counts", [name + host("a.example")], { kind: "name", text: "s" }, false],
    ["a neighbour in the domain", [host("a.example"), name], { kind: "host", text: "a.example" }, false],
    ["a name alone", [name], { kind: "name", text: "s" }, false],
    ["nothing, as all others", [""], undefined, true],
  ])("have %s", (_, options, endpoint, hasOwnHosts) => {
    const { services, api: found } = describeOptions(...options);
    expect(services[0]?.endpoint).toEqual(endpoint);
    expect(found.wiring.hasOwnHosts).toBe(hasOwnHosts);
  });

  it("must have a name if another service of the API has one, whatever kind is chosen", () => {
    expect(() => describeOptions("", name)).toThrow(codedError("ENDPOINT_MISSING", "exclude=acme.v1.S0"));
  });

  it.each([
    "",
    "a b",
    "u@a",
    "a:",
    "a:0",
    "a:65536",
    "a:x",
    "[::1]",
    "a..b",
    "-a",
    "a/b",
    "unix:x",
    "unix:/run/acme.sock",
    "unix:///run/acme.sock",
    "unix-abstract:acme",
    "dns:///a:1",
    ".",
    "a..",
    "a.5",
    "a.0x1f:1",
    "127.1",
    "127.0.0.1.",
    `${"a".repeat(64)}.b`,
  ])("are refused where it is none: %j", (text) => {
    expect(() => describeOptions(host(text))).toThrow(codedError("ENDPOINT_INVALID", "default_host"));
  });

  it.each([
    ["read operations without one", "", { name: "OpsWiring", module: "acme/v1/a" }],
    ["read none with one, since they are called at their own host", host("ops.example"), undefined],
  ])("%s", (_, option, wiring) => {
    const { services } = describeProtos({
      "acme/options.proto": both,
      "google/rpc/status.proto": `syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }`,
      "acme/v1/a.proto": acmeFile(
        `message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; }
         message M { string id = 1; }
         service Ops { ${option} rpc Get(M) returns (Op); }
         service S { ${name} rpc Create(M) returns (Op); }`,
        ["google/rpc/status.proto", "google/protobuf/timestamp.proto"],
      ),
    });
    expect(services.map(({ methods }) => methods[0]?.operation?.wiring)).toEqual([undefined, wiring]);
  });
});

describe("the promise of idempotency keys", () => {
  const options = `
    syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
    enum MethodBehavior { METHOD_BEHAVIOR_UNSPECIFIED = 0; METHOD_BEHAVIOR_UPDATER = 1; }
    extend google.protobuf.MethodOptions { MethodBehavior method_behavior = 50002; }`;
  const name = 'option (acme.api_service_name) = "s";';
  const plain = "rpc Charge(M) returns (M);";
  const updater = "rpc Charge(M) returns (M) { option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER; }";
  const resource = `message Meta { string id = 1; } message Spec { string text = 1; }
    message Note { Meta metadata = 1; Spec spec = 2; } message Put { Meta metadata = 1; Spec spec = 2; } message Id { string id = 1; }`;
  const getAndUpdate = "rpc Get(Id) returns (Note); rpc Update(Put) returns (Note);";

  it.each([
    ["no name", plain, "", "grpc", false],
    ["a name alone, which says where a service is", name + plain, "", "cloud", false],
    ["a name and kind=cloud", name + plain, "kind=cloud", "cloud", true],
    ["a name and the option of keys", name + plain, "idempotency_header=x-key", "cloud", true],
    ["a name and a behavior of the convention", name + updater, "", "cloud", true],
    ["a name and a resource of the convention", name + getAndUpdate, "", "cloud", true],
    ["a name and keys that no server remembers", name + updater, "idempotency_header=none", "cloud", false],
    ["the option of keys, for plain gRPC", plain, "idempotency_header=x-key", "grpc", true],
  ])("of %s", (_, body, parameter, kind, hasKeys) => {
    const { services, api } = describeProtos(
      {
        "acme/options.proto": options,
        "acme/v1/a.proto": acmeFile(`${resource} message M {} service S { ${body} }`),
      },
      parameter,
    );
    expect({ kind: api.wiring.kind, hasKeys: services[0]?.hasKeys }).toEqual({ kind, hasKeys });
    expect(describeKind(api.wiring, undefined, services)).toMatch(
      hasKeys ? /; calls that change data have idempotency keys/ : /; no service promises idempotency keys/,
    );
  });
});
