import { describe, expect, it } from "vitest";
import { libraryFiles } from "../aip/library.fixture.js";
import { createCustomOptions } from "../base/options.js";
import { compileApi, compileProtos, defaultMessages, withApis } from "../protos.fixture.js";
import { readApiKind } from "./api-kind.js";

const service = (body: string, more = "") => `${defaultMessages} ${more} service S { ${body} }`;
const updater = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER; }";
const mask = 'import "google/protobuf/field_mask.proto";';

const rows = [
  { states: "a name of a service", body: service('option (acme.api_service_name) = "s";'), kind: "cloud" },
  {
    states: "a behavior of a method",
    body: service(`rpc Replace(Id) returns (Plain) ${updater};`),
    kind: "cloud",
  },
  {
    states: "a Get and an Update of metadata and spec",
    body: service("rpc Get(Id) returns (Vm); rpc Update(Put) returns (Vm);"),
    kind: "cloud",
  },
  { states: "an operation", body: service("rpc Start(Id) returns (Op);"), kind: "cloud" },
  { states: "a host", body: service('option (acme.default_host) = "a.example";'), kind: "aip" },
  {
    states: "a host, and a name of another service",
    body: `${service('option (acme.default_host) = "a.example";')} service T { option (acme.api_service_name) = "t"; }`,
    kind: "cloud",
  },
  {
    states: "an update_mask beside the resource that is returned",
    body: `${mask} ${service(
      "rpc UpdateBook(Change) returns (Book);",
      "message Book { string title = 1; } message Change { Book book = 1; google.protobuf.FieldMask update_mask = 2; }",
    )}`,
    kind: "aip",
  },
  { states: "nothing", body: service("rpc SayHello(Id) returns (Plain);"), kind: "grpc" },
  {
    states: "a method that is called Update",
    body: service("rpc Update(Id) returns (Plain);"),
    kind: "grpc",
  },
  { states: "pages", body: service("rpc List(PageReq) returns (VmPage);"), kind: "grpc" },
  { states: "streams alone", body: service("rpc Chat(stream Id) returns (stream Plain);"), kind: "grpc" },
];

describe("the kind of an API that states", () => {
  it.each(withApis(rows, ({ body }) => body).map(([row, api]) => [row.states, row.kind, api] as const))(
    "%s is %s",
    (_, kind, { files, options, registry }) => {
      const services = files.flatMap((file) => file.services);
      expect(readApiKind(services, options, registry)).toBe(kind);
    },
  );

  it("resources of AIP is aip", () => {
    const types = compileProtos(libraryFiles());
    const services = [types.getService("library.v1.Shelves")!];
    expect(readApiKind(services, createCustomOptions(types.files), types)).toBe("aip");
  });

  it("a name by another option is cloud, if that option is the one that names services", () => {
    const api = compileApi(
      'service S { option (acme.place) = "s"; }',
      "extend google.protobuf.ServiceOptions { string place = 50001; }",
    );
    expect(readApiKind([api.service("S")], api.options, api.registry)).toBe("grpc");
    expect(readApiKind([api.service("S")], api.options, api.registry, "place")).toBe("cloud");
  });
});
