import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { staticToken } from "../../session/auth/static-token.js";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { type CallError, explained } from "./call-error.js";

const bytes = (write: (writer: BinaryWriter) => unknown): Uint8Array => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};
const text = (pairs: readonly (readonly [number, string])[]): Uint8Array =>
  bytes((writer) => pairs.forEach(([number, value]) => writer.tag(number, 2).string(value)));

/** A status with these details, encoded as the trailer has it. */
function status(details: readonly (readonly [type: string, value: Uint8Array])[]): Uint8Array {
  return bytes((writer) => {
    writer.tag(1, 0).int32(7);
    for (const [type, value] of details) {
      const any = create(AnySchema, { typeUrl: `type.googleapis.com/google.rpc.${type}`, value });
      writer.tag(3, 2).bytes(toBinary(AnySchema, any));
    }
  });
}

async function errorOf(details: Parameters<typeof status>[0]): Promise<CallError> {
  const refusal = failure(7, "no", [["grpc-status-details-bin", status(details)]]);
  const session = openSession({
    transport: answering(() => refusal),
    credentials: staticToken("secret-token"),
    retry: false,
  });
  return connectThings(session)
    .unary(methods.get, { id: "x" })
    .then(
      () => expect.unreachable(),
      (error: CallError) => error,
    );
}

const info = bytes((writer) =>
  writer
    .tag(1, 2)
    .string("API_DISABLED")
    .tag(2, 2)
    .string("googleapis.com")
    .tag(3, 2)
    .bytes(
      text([
        [1, "service"],
        [2, "pubsub.googleapis.com"],
      ]),
    ),
);
const help = bytes((writer) =>
  writer.tag(1, 2).bytes(
    text([
      [1, "Enable it"],
      [2, "https://example.com/enable"],
    ]),
  ),
);

describe("the details of an error that every API has", () => {
  it("are its reason, who has defined it, and links that help", async () => {
    const error = await errorOf([
      ["ErrorInfo", info],
      ["Help", help],
    ]);
    expect([error.reason, error.domain]).toEqual(["API_DISABLED", "googleapis.com"]);
    expect(error.reasonMetadata).toEqual({ service: "pubsub.googleapis.com" });
    expect(error.helpLinks).toEqual([{ description: "Enable it", url: "https://example.com/enable" }]);
    expect(error.details).toHaveLength(2);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      reason: "API_DISABLED",
      helpLinks: [{ description: "Enable it" }],
    });
    expect(explained(error, "more")).toMatchObject({
      reason: "API_DISABLED",
      domain: "googleapis.com",
      helpLinks: error.helpLinks,
    });
  });

  it("are nothing where the server says nothing, or bytes of something else", async () => {
    for (const details of [[], [["ErrorInfo", new Uint8Array([0xff, 0xff])]]] as const) {
      const error = await errorOf(details);
      expect([error.reason, error.domain, error.helpLinks, error.reasonMetadata]).toEqual([
        undefined,
        undefined,
        [],
        {},
      ]);
    }
  });
});
