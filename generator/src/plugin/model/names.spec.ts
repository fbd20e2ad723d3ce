import { describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, type Protos } from "../request.fixture.js";
import { describeProtos, methodOf } from "./describe.fixture.js";

const service = (rpcs: string): string =>
  `message In { string page_token = 1; } message Item {} message Out { repeated Item items = 1; string next_page_token = 2; }
   service S { option (acme.api_service_name) = "s"; ${rpcs} }`;

const api = (body: string, more: Protos = {}): Protos => ({
  "acme/options.proto": acmeOptions,
  "acme/v1/a.proto": acmeFile(body),
  ...more,
});

describe("the name of a method", () => {
  it.each([
    [["Get"], { Get: "get" }],
    [["Then"], { Then: "then$" }],
    [["Constructor"], { Constructor: "constructor$" }],
    [["ToJSON"], { ToJSON: "toJSON$" }],
    [["__proto__"], { __proto__: "proto" }],
    [["Close"], { Close: "close" }],
    [["Delete"], { Delete: "delete" }],
    [["get_foo", "GetFoo"], { get_foo: "getFoo$", GetFoo: "getFoo" }],
    [["GetFoo", "getFoo", "get_foo"], { GetFoo: "getFoo", getFoo: "getFoo$", get_foo: "getFoo$2" }],
  ])("of the rpcs %j", (rpcs, want) => {
    const described = describeProtos(
      api(service(rpcs.map((rpc) => `rpc ${rpc}(In) returns (Item);`).join(" "))),
    );
    const found = described.services[0]?.methods.map(({ rpc, local }) => [rpc, local]);
    expect(found).toEqual(Object.entries(want).length > 0 ? Object.entries(want) : [["__proto__", "proto"]]);
  });

  it("of a helper gives way to an rpc", () => {
    const described = describeProtos(
      api(service("rpc List(In) returns (Out); rpc ListAll(In) returns (Out);")),
    );
    expect(methodOf(described, "List").pages?.local).toBe("listAll$");
    expect(methodOf(described, "ListAll")).toMatchObject({
      local: "listAll",
      pages: { local: "listAllAll" },
    });
  });
});

describe("the name of a type", () => {
  const any = service("rpc Do(In) returns (Item);");

  it.each([
    [
      "message Map { message Entry {} }",
      { "acme.v1.Map": "MapMessage", "acme.v1.Map.Entry": "MapMessage_Entry" },
    ],
    [
      "message Map {} message MapMessage {}",
      { "acme.v1.Map": "MapMessage2", "acme.v1.MapMessage": "MapMessage" },
    ],
    [
      "message foo_bar {} message FOO_BAR {}",
      { "acme.v1.FOO_BAR": "FooBar", "acme.v1.foo_bar": "FooBarMessage" },
    ],
    ["message _1 {} message _ {}", { "acme.v1._1": "X1", "acme.v1._": "X" }],
    ["enum FOO_BAR { Z = 0; } message M { FOO_BAR x = 1; enum Map { Y = 0; } }", { "acme.v1.M": "M" }],
    ["message class {}", { "acme.v1.class": "Class" }],
    ["message string {}", { "acme.v1.string": "String" }],
    ["message A_B {} message AB {}", { "acme.v1.AB": "AB", "acme.v1.A_B": "ABMessage" }],
    [
      "message A { message B_C {} message BC {} }",
      { "acme.v1.A.BC": "A_BC", "acme.v1.A.B_C": "A_BCMessage" },
    ],
    ["message A { message B {} } message A_B {}", { "acme.v1.A.B": "A_B", "acme.v1.A_B": "AB" }],
    [
      "message A { map<string, string> foo = 1; message Foo_Entry {} }",
      { "acme.v1.A.Foo_Entry": "A_FooEntry" },
    ],
  ])("%s", (body, want) => {
    const { messages } = describeProtos(api(`${any} ${body}`));
    expect(Object.fromEntries(messages.map((one) => [one.typeName, one.type.name]))).toMatchObject(want);
  });

  it("is the same in its module and for the methods that use it", () => {
    const { codecFiles, names, messages } = describeProtos(
      api(`${any} message Map { Map map = 1; map<string, Map> maps = 2; }`),
    );
    const map = codecFiles.flatMap((one) => one.messages).find((one) => one.typeName === "acme.v1.Map");
    expect(map && names.type(map)).toEqual({ name: "MapMessage", module: "acme/v1/a" });
    expect(messages.find((one) => one.typeName === "acme.v1.Map")?.type.name).toBe("MapMessage");
  });

  it("goes before the names that we add", () => {
    const { services } = describeProtos(api(`${any} message SClient {}`));
    expect(services[0]?.client.name).toBe("SClient$");
  });
});

/** The fields of `acme.v1.M`, each with its property. */
const propertiesOf = (protos: Parameters<typeof describeProtos>[0]): [name: string, property: string][] => {
  const { codecFiles, names } = describeProtos(protos);
  const message = codecFiles
    .flatMap((file) => file.messages)
    .find(({ typeName }) => typeName === "acme.v1.M");
  return (message?.fields ?? []).map((field) => [field.name, names.property(field)]);
};

describe("the name of a field", () => {
  it.each([
    ["string foo_bar = 1;", { foo_bar: "fooBar" }],
    ["string FOO_BAR = 1;", { FOO_BAR: "fooBar" }],
    ["string __proto__ = 1;", { __proto__: "Proto" }],
    [
      "string constructor = 1; string to_string = 2;",
      { constructor: "constructor$", to_string: "toString$" },
    ],
    ["string a__b = 1; string _x = 2;", { a__b: "aB", _x: "X" }],
    ["string _1 = 1; string _ = 2; string x1 = 3;", { _1: "x1", _: "x", x1: "x12" }],
    ["string _unknown_fields = 1;", { _unknown_fields: "UnknownFields" }],
  ])("%s", (fields, want) => {
    const found = propertiesOf(api(`${service("rpc Do(In) returns (Item);")} message M { ${fields} }`));
    expect(found.map(([, property]) => property)).toEqual(
      Object.values(want).length > 0 ? Object.values(want) : ["Proto"],
    );
  });

  it("stays with the lower number where two would be one", () => {
    const text = `syntax = "proto2"; package acme.v1; message M {
      optional string foo_bar = 1; optional string fooBar = 2; optional string foo_bar2 = 3;
      oneof Foo_bar { string x = 4; } }`;
    const found = propertiesOf(api(service("rpc Do(In) returns (Item);"), { "acme/v1/m.proto": text }));
    expect(found).toEqual([
      ["foo_bar", "fooBar"],
      ["fooBar", "fooBar2"],
      ["foo_bar2", "fooBar22"],
      ["x", "x"],
    ]);
  });
});

const file = (packageName: string, message: string): string =>
  `syntax = "proto3"; ${packageName === "" ? "" : `package ${packageName};`} message ${message} {}`;
const places = (more: Protos, parameter = ""): Record<string, string> => {
  const { api: found } = describeProtos(api(service("rpc Do(In) returns (Item);"), more), parameter);
  return Object.fromEntries(
    found.packages.flatMap((one) => one.files).map((one) => [one.source, one.module]),
  );
};

describe("the place of a file", () => {
  it("follows the package and not the folder", () => {
    expect(places({ "deep/down/b.proto": file("acme.v1", "B") })).toMatchObject({
      "acme/v1/a.proto": "acme/v1/a",
      "deep/down/b.proto": "acme/v1/b",
    });
  });

  it("loses the prefix that is to be stripped, but never all of it", () => {
    const more = {
      "p.proto": file("acme", "P"),
      "other.proto": file("other.v1", "O"),
      "v1.proto": file("v1", "V"),
    };
    expect(places(more, "strip_prefix=acme")).toEqual({
      "acme/v1/a.proto": "v1/a",
      "p.proto": "acme/p",
      "other.proto": "other/v1/other",
      "v1.proto": "v1_/v1",
    });
  });

  it("leaves the entry of the facade over all services to it", () => {
    const more = { "inner.proto": file("acme.services", "I"), "outer.proto": file("services", "O") };
    expect(places(more, "strip_prefix=acme")).toMatchObject({
      "inner.proto": "acme/services/inner",
      "outer.proto": "services_/outer",
    });
    expect(places({ "v1.proto": file("services.v1", "V") })).toMatchObject({ "v1.proto": "services/v1/v1" });
  });

  it.each([
    ["acme/v1/index.proto", "acme.v1", "acme/v1/index_"],
    ["acme/v1/A.proto", "acme.v1", "acme/v1/A_"],
    ["acme/v1/con.proto", "acme.v1", "acme/v1/con_"],
    ["acme/v1/x.client.proto", "acme.v1", "acme/v1/x_client"],
    ["acme/v1/x-y z.proto", "acme.v1", "acme/v1/x-y_z"],
    ["x.proto", "", "unpackaged/x"],
    ["x.proto", "acme.aux", "acme/aux_/x"],
    ["x.proto", "Acme.V1", "Acme/V1_/x"],
    ["x.proto", "acme.class.default.v1", "acme/class/default/v1/x"],
  ])("of %s in package %j", (name, packageName, want) => {
    expect(places({ [name]: file(packageName, "X") })[name]).toBe(want);
  });
});
