import { describe, expect, it } from "vitest";
import { isOperation } from "./operation.js";
import { compileApi, defaultMessages, withApis } from "../protos.fixture.js";
import { isNamedResource, isResource } from "./resource.js";
import { listErrorKinds, isServiceError, findRetryValue } from "./service-error.js";
import { findIdentifier, findValue } from "../base/message-fields.js";

const messageOf = (fields: string) =>
  `${defaultMessages} enum E { E_NOTHING = 0; E_CALL = 1; } message M { ${fields} }`;
const message = (fields: string) => compileApi(messageOf(fields)).message("M");

describe("what a message is, by its shape", () => {
  const rows = [
    { is: "a resource", fields: "Meta metadata = 1; Spec spec = 2;" },
    { is: "a resource", fields: "Spec spec = 7; Meta metadata = 9; Plain status = 3;" },
    { is: "a resource without a name", fields: "Plain metadata = 1; Spec spec = 2;" },
    { is: "none", fields: "Meta metadata = 1; string spec = 2;" },
    { is: "none", fields: "repeated Meta metadata = 1; Spec spec = 2;" },
    { is: "none", fields: "Meta metadata = 1;" },
    {
      is: "an operation",
      fields: "string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3;",
    },
    { is: "none", fields: "google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3;" },
    { is: "none", fields: "string id = 1; Plain status = 2; google.protobuf.Timestamp finished_at = 3;" },
    { is: "none", fields: "string id = 1; google.rpc.Status status = 2; string finished_at = 3;" },
    {
      is: "none",
      fields: "int64 id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3;",
    },
    { is: "a service error", fields: "E retry_type = 1;" },
    { is: "none", fields: "repeated E retry_type = 1;" },
    { is: "none", fields: "string retry_type = 1;" },
  ];

  it.each(withApis(rows, ({ fields }) => messageOf(fields)))("%j", ({ is }, api) => {
    const found = api.message("M");
    const names = [
      isNamedResource(found) && "a resource",
      isResource(found) && !isNamedResource(found) && "a resource without a name",
      isOperation(found) && "an operation",
      isServiceError(found) && "a service error",
    ].filter((name) => name !== false);
    expect(names).toEqual(is === "none" ? [] : [is]);
  });
});

describe("a request names one thing by", () => {
  const rows = [
    ["string name = 1; string id = 2; string operation_id = 3;", "id"],
    ["string name = 1; string operation_id = 3; int64 view = 4;", "operation_id"],
    ["string name = 1; bool full = 2;", "name"],
    ["string job_id = 1; string project_id = 2;", undefined],
    ["string name = 1; string view = 2;", undefined],
    ["repeated string id = 1;", undefined],
    ["oneof by { string id = 1; int64 number = 2; }", undefined],
    ["optional string id = 1; string view = 2;", "id"],
    ["", undefined],
  ] as const;

  it.each(withApis(rows, ([fields]) => messageOf(fields)))("%j", ([, want], api) => {
    expect(findIdentifier(api.message("M"))?.name).toBe(want);
  });
});

describe("a service error", () => {
  it("tells its kinds apart by its oneofs, and says what to repeat by the end of a value's name", () => {
    const error = message(
      "E retry_type = 1; Plain beside = 2; oneof kind { Plain a = 3; string b = 4; Spec c = 5; }",
    );
    expect(listErrorKinds(error).map(({ name }) => name)).toEqual(["a", "c"]);
    expect([
      findRetryValue(error, "CALL"),
      findRetryValue(error, "NOTHING"),
      findRetryValue(error, "UNIT_OF_WORK"),
    ]).toEqual([1, 0, undefined]);
  });

  const type = message("E retry_type = 1;").fields[0]!.enum!;
  it.each([
    ["CALL", 1],
    ["E_CALL", 1],
    ["ALL", undefined],
    ["call", undefined],
  ])("has the value %s: %s", (name, want) => {
    expect(findValue(type, name)?.number).toBe(want);
  });

  it("has the value whose name says no more than the word", () => {
    const states = `${messageOf("S state = 1;")} enum S { S_UNKNOWN = 0; S_NOT_READY = 1; S_READY = 2; }`;
    const state = compileApi(states).message("M").fields[0]!.enum!;
    expect(findValue(state, "READY")?.number).toBe(2);
  });
});
