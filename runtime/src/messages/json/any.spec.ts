import { describe, expect, it } from "vitest";
import { defineTable } from "../table/define-table.js";
import { fill } from "../table/fill.js";
import { fields } from "../table/field-text.js";
import type { MessageTable } from "../table/table.js";
import { defineMessage } from "../wire/message-type.js";
import { packAny, unpackAny, type AnyMessage } from "./any.js";
import { fromJson } from "./from-json.js";
import { AnyTable } from "./json.fixture.js";
import { toJson } from "./to-json.js";
import { codedError } from "../../../../test/coded-error.js";

const Any: MessageTable<AnyMessage> = defineTable("google.protobuf.Any", () => [
  ["type_url", "string"],
  ["value", "bytes"],
]);
const Job: MessageTable<{ request: AnyMessage | undefined }> = defineTable("t.Job", () => [["request", Any]]);
const Disk: MessageTable<{ size: bigint }> = defineTable("t.Disk", () => [["size", "int64"]]);
const Duration: MessageTable<{ seconds: bigint; nanos: number }> = defineTable(
  "google.protobuf.Duration",
  () => [
    ["seconds", "int64"],
    ["nanos", "int32"],
  ],
);

describe("an Any among messages without codecs", () => {
  const json = { request: { "@type": "type.googleapis.com/t.Disk", size: "5" } };

  it("keeps what it holds, whatever its type, and gives it back", () => {
    const job = fromJson(Job, json);
    expect(toJson(Job, job)).toEqual(json);
    expect(toJson(Job, fill(Job, job))).toEqual(json);
    expect(structuredClone(job)).toEqual(job);
    expect(toJson(Job, job, { redact: true })).toEqual({
      request: { ...json.request, size: undefined, value: "[hidden]" },
    });
  });

  it("stays JSON where another package of the program has the type with a codec", () => {
    const name = "t.Elsewhere";
    const withCodec = defineMessage<{ size: bigint }>(
      name,
      (v) => ({ size: v[0] }),
      () => {},
      () => fields`
        int64 size = 1
      `,
    );
    const without: MessageTable<{ size: bigint }> = defineTable(name, () => [["size", "int64"]]);
    const any = fromJson(Any, { "@type": `t/${name}`, size: "5" });
    expect(any).toMatchObject({ _json: { size: "5" } });
    expect([unpackAny(without, any), unpackAny(withCodec, any)]).toEqual([{ size: 5n }, { size: 5n }]);
  });

  it("is unpacked by its type", () => {
    const { request } = fromJson(Job, json);
    expect(unpackAny(Disk, request)).toEqual({ size: 5n });
    expect(unpackAny(Duration, request)).toBeUndefined();
    expect(unpackAny(Disk, undefined)).toBeUndefined();
    expect(() => unpackAny(Disk, fromJson(Any, { "@type": "t/t.Disk", size: "x" }))).toThrow(
      codedError("MESSAGE_INVALID", "size: an integer"),
    );
    expect(() => unpackAny(Disk, { typeUrl: "t/t.Disk", value: Uint8Array.of(8, 5) })).toThrow(
      "without a codec",
    );
  });

  it("is checked where its type is given", () => {
    const wrong = { request: { "@type": "t/t.Disk", colour: "red" } };
    expect(() => fromJson(Job, wrong, { anyTypes: [Disk] })).toThrow(
      codedError("MESSAGE_INVALID", "request.colour: t.Disk has no such field"),
    );
    expect(toJson(Job, fromJson(Job, wrong))).toEqual(wrong);
  });

  it("is packed as JSON", () => {
    expect(toJson(Any, packAny(Disk, { size: 5n }))).toEqual(json.request);
    const pause = packAny(Duration, { seconds: 1n, nanos: 0 });
    expect(toJson(Any, pause)).toEqual({
      "@type": "type.googleapis.com/google.protobuf.Duration",
      value: "1s",
    });
    expect(unpackAny(Duration, pause)).toEqual({ seconds: 1n, nanos: 0 });
  });

  it("is refused where there are codecs, which would drop its JSON", () => {
    expect(() => fill(AnyTable, fromJson(Any, json.request))).toThrow(
      codedError("MESSAGE_INVALID", "google.protobuf.Any has no such field"),
    );
  });

  it("refuses what is no JSON of its own", () => {
    const any = { typeUrl: "t/t.Disk", value: new Uint8Array(), _json: [] as never };
    expect(() => toJson(Any, any)).toThrow(codedError("MESSAGE_INVALID", "the _json of an Any is an object"));
    expect(() => fill(Any, { ...any, _json: { size: Symbol("x") as never } })).toThrow(
      codedError("MESSAGE_INVALID", "_json.size"),
    );
  });
});
