import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  FieldPathElementSchema,
  ViolationsSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { connectThings, methods, openSession, StatusType } from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { CallError } from "./call-error.js";
import type { Violation } from "../../messages/check/violation.js";

/** The violations of a call that the server has refused with these details. */
async function violationsOf(typeName: string, value: Uint8Array): Promise<readonly Violation[]> {
  const details = [{ typeUrl: `type.googleapis.com/${typeName}`, value }];
  const status = StatusType.encode({ code: 3, message: "no", details });
  const session = openSession({
    transport: answering(() => failure(3, "no", [["grpc-status-details-bin", status]])),
    credentials: staticToken("token-1"),
  });
  const call = connectThings(session).unary(methods.get, { id: "1" });
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  return error instanceof CallError ? error.violations : [];
}

/** `google.rpc.BadRequest`, written by its numbers. */
function badRequest(
  ...fields: readonly (readonly [field: string, description: string, reason?: string])[]
): Uint8Array {
  const writer = new BinaryWriter();
  for (const [field, description, reason = ""] of fields) {
    writer
      .uint32(10)
      .fork()
      .uint32(10)
      .string(field)
      .uint32(18)
      .string(description)
      .uint32(26)
      .string(reason)
      .join();
  }
  return writer.finish();
}

describe("the violations that a server names", () => {
  it("in a google.rpc.BadRequest", async () => {
    const bytes = badRequest(["spec.name", "too long", "string.max_len"], ["spec.cpu", "too many"]);
    expect(await violationsOf("google.rpc.BadRequest", bytes)).toEqual([
      { path: "spec.name", rule: "string.max_len", text: "too long" },
      { path: "spec.cpu", rule: "", text: "too many" },
    ]);
  });

  it("in protovalidate's own message", async () => {
    const named = (
      fieldName: string,
      subscript?: MessageInitShape<typeof FieldPathElementSchema>["subscript"],
    ) => create(FieldPathElementSchema, { fieldName, ...(subscript && { subscript }) });
    const message = create(ViolationsSchema, {
      violations: [
        {
          ruleId: "string.max_len",
          message: "too long",
          field: { elements: [named("spec"), named("disks", { case: "index", value: 2n }), named("name")] },
        },
        { ruleId: "m.x", field: { elements: [named("labels", { case: "stringKey", value: 'a"b' })] } },
        { ruleId: "m.y", field: { elements: [named("flags", { case: "boolKey", value: true })] } },
        { ruleId: "m.z", field: { elements: [named("counts", { case: "intKey", value: -5n })] } },
        { ruleId: "whole", message: "no" },
      ],
    });
    expect(await violationsOf("buf.validate.Violations", toBinary(ViolationsSchema, message))).toEqual([
      { path: "spec.disks[2].name", rule: "string.max_len", text: "too long" },
      { path: 'labels["a\\"b"]', rule: "m.x", text: "" },
      { path: "flags[true]", rule: "m.y", text: "" },
      { path: "counts[-5]", rule: "m.z", text: "" },
      { path: "", rule: "whole", text: "no" },
    ]);
  });

  it("are shown without the token that the server repeats, cut where they are long, and a hundred at most", async () => {
    const [first] = await violationsOf(
      "google.rpc.BadRequest",
      badRequest(["a", `token-1 ${"x".repeat(2_000)}`]),
    );
    expect(first?.text).toMatch(/^\[hidden\] x+\.\.\. \(\d+ more characters\)$/);
    const many = Array.from({ length: 150 }, () => ["a", "b"] as const);
    expect(await violationsOf("google.rpc.BadRequest", badRequest(...many))).toHaveLength(100);
  });

  it("hold no controls that a terminal would obey", async () => {
    const [first] = await violationsOf("google.rpc.BadRequest", badRequest(["a\u001b[2J", "b\nc"]));
    expect(first).toEqual({ path: "a\\u001b[2J", rule: "", text: "b\\u000ac" });
  });

  it.each([
    ["other details", "acme.v1.Other", badRequest(["a", "b"])],
    ["bytes that are no message", "google.rpc.BadRequest", Uint8Array.of(10, 200)],
  ])("are none in %s", async (_, typeName, bytes) => {
    expect(await violationsOf(typeName, bytes)).toEqual([]);
  });
});
