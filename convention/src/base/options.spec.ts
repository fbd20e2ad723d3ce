import { create, type DescMessage } from "@bufbuild/protobuf";
import {
  EnumOptionsSchema,
  EnumValueOptionsSchema,
  FieldOptionsSchema,
  MessageOptionsSchema,
  MethodOptionsSchema,
  OneofOptionsSchema,
  ServiceOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { createCustomOptions, hasRelevantOptions } from "./options.js";
import { compileApi, compileProtos } from "../protos.fixture.js";

const serviceWith = (options: string, value: string) => {
  const api = compileApi(`message M {} service S { ${value} rpc Do(M) returns (M); }`, options);
  return { options: api.options, service: api.service("S") };
};

describe("an option is known by its simple name", () => {
  it.each([
    [
      "in a package",
      "extend google.protobuf.ServiceOptions { string host = 50001; }",
      "(acme.host) = 'x'",
      "x",
    ],
    [
      "with another number",
      "extend google.protobuf.ServiceOptions { string host = 99999; }",
      "(acme.host) = 'x'",
      "x",
    ],
    [
      "inside a message",
      "message In { message Deep { extend google.protobuf.ServiceOptions { string host = 50001; } } }",
      "(acme.In.Deep.host) = 'x'",
      "x",
    ],
    [
      "of another type: then it is a stranger",
      "extend google.protobuf.ServiceOptions { int32 host = 50001; }",
      "(acme.host) = 5",
      undefined,
    ],
    [
      "repeated: then it is a stranger",
      "extend google.protobuf.ServiceOptions { repeated string host = 50001; }",
      "(acme.host) = 'x'",
      undefined,
    ],
    [
      "of another element: then it is a stranger",
      "extend google.protobuf.MethodOptions { string host = 50001; } extend google.protobuf.ServiceOptions { string other = 50001; }",
      "(acme.other) = 'x'",
      undefined,
    ],
  ])("%s", (_, options, value, want) => {
    const { options: found, service } = serviceWith(options, `option ${value};`);
    expect(found.text(service, "host")).toBe(want);
  });

  it("and where two are called so, the one that is set counts", () => {
    const file = (name: string, number: number) =>
      `syntax = "proto3"; package ${name}; import "google/protobuf/descriptor.proto";
       extend google.protobuf.ServiceOptions { string host = ${number}; }`;
    const registry = compileProtos({
      "a.proto": file("a", 50_001),
      "b.proto": file("b", 50_002),
      "s.proto":
        'syntax = "proto3"; package s; import "b.proto"; message M {} service S { option (b.host) = "b"; rpc Do(M) returns (M); }',
    });
    expect(createCustomOptions(registry.files).text(registry.getService("s.S")!, "host")).toBe("b");
  });
});

describe("values of an enum option", () => {
  const values =
    "enum ThingKind { THING_KIND_NONE = 0; THING_KIND_BIG_ONE = 1; ODD = 2; THING_KIND_FAR = -1; }";

  it.each([
    ["one", "ThingKind kind = 50001;", "option (acme.kind) = THING_KIND_BIG_ONE;", ["THING_KIND_BIG_ONE"]],
    ["a negative one", "ThingKind kind = 50001;", "option (acme.kind) = THING_KIND_FAR;", ["THING_KIND_FAR"]],
    [
      "several",
      "repeated ThingKind kind = 50001;",
      "option (acme.kind) = ODD; option (acme.kind) = THING_KIND_NONE;",
      ["ODD", "THING_KIND_NONE"],
    ],
    [
      "several, one by one",
      "repeated ThingKind kind = 50001 [packed = false];",
      "option (acme.kind) = ODD; option (acme.kind) = THING_KIND_NONE;",
      ["ODD", "THING_KIND_NONE"],
    ],
    ["none", "ThingKind kind = 50001;", "", []],
    ["of a string: none", "string kind = 50001;", "option (acme.kind) = 'ODD';", []],
  ])("%s", (_, field, value, want) => {
    const { options, service } = serviceWith(
      `extend google.protobuf.ServiceOptions { ${field} } ${values}`,
      value,
    );
    expect(options.enumValues(service, "kind").map(({ name }) => name)).toEqual(want);
  });
});

describe("a deprecation", () => {
  const declared = `extend google.protobuf.ServiceOptions { Notice service_deprecation_details = 50001; }
    message Notice { string description = 1; string effective_at = 2; int32 other = 3; }`;

  it.each([
    [
      "whole",
      '{ description: "Use T." effective_at: "2030-01-01" }',
      { description: "Use T.", effectiveAt: "2030-01-01" },
    ],
    ["in part", '{ effective_at: "2030-01-01" }', { description: "", effectiveAt: "2030-01-01" }],
  ])("is read %s", (_, value, want) => {
    const { options, service } = serviceWith(
      declared,
      `option (acme.service_deprecation_details) = ${value};`,
    );
    expect(options.deprecation(service, "deprecation_details")).toEqual(want);
  });
});

describe("a value that is not of its option's type", () => {
  const { service } = serviceWith(
    "extend google.protobuf.ServiceOptions { string host = 50001; }",
    "option (acme.host) = 'x';",
  );
  // The file that declares the option says since then that it is a message.
  const { files } = compileApi(
    "message M {}",
    "extend google.protobuf.ServiceOptions { Place host = 50001; } message Place { string host = 1; }",
  );

  it("is an error that names element and option", () => {
    const options = createCustomOptions(files);
    expect(() => options.deprecation(service, "host")).toThrow(
      /^service acme0\.v1\.S: the value of the option acme0\.host cannot be decoded \(/,
    );
  });

  it("is the error of the caller's making", () => {
    const options = createCustomOptions(
      files,
      (element, option, reason) => new TypeError(`${element.name} ${option.name} ${typeof reason}`),
    );
    expect(() => options.deprecation(service, "host")).toThrow(new TypeError("S host string"));
  });
});

describe("an option matters to generated code", () => {
  /** The options of a kind of element that matter, of those that descriptor.proto has. */
  const mattering = (schema: DescMessage): readonly string[] =>
    schema.fields
      .filter(({ localName }) =>
        hasRelevantOptions({ proto: { options: { ...create(schema), [localName]: true } } }),
      )
      .map(({ name }) => name);

  it.each([
    [FieldOptionsSchema, ["jstype", "deprecated", "debug_redact"]],
    [MessageOptionsSchema, ["deprecated"]],
    [EnumOptionsSchema, ["deprecated"]],
    [EnumValueOptionsSchema, ["deprecated", "debug_redact"]],
    [OneofOptionsSchema, []],
    [MethodOptionsSchema, ["deprecated", "idempotency_level"]],
    [ServiceOptionsSchema, ["deprecated"]],
  ])("unless only compilers use it: $name", (schema, want) => {
    expect(mattering(schema)).toEqual(want);
  });

  it("if it is a custom one, and none does that is not set", () => {
    const extension = "extend google.protobuf.ServiceOptions { string host = 50001; }";
    expect(hasRelevantOptions(serviceWith(extension, "option (acme.host) = 'x';").service)).toBe(true);
    expect(hasRelevantOptions(serviceWith(extension, "").service)).toBe(false);
  });
});
