import { describe, expect, it } from "vitest";
import { makeType } from "../../fixture/type-of.fixture.js";
import { defineTable } from "../table/define-table.js";
import { fill } from "../table/fill.js";
import { showMessage } from "../../calls/error/shown-message.js";
import type { MessageTable } from "../table/table.js";
import { fromJson } from "./from-json.js";
import { AnyTable, TimestampTable } from "./json.fixture.js";
import { toJson } from "./to-json.js";
import { codedError } from "../../../../test/coded-error.js";

const marker = "marker-6f1d";
const markerBytes = new TextEncoder().encode(marker);

const LoginTable: MessageTable<Record<string, unknown>> = defineTable("test.v1.Login", () => [
  ["name", "string"],
  ["password", "string", { secret: true }],
  ["key", "bytes", { secret: true, oneof: "proof" }],
  ["codes", ["string"], { secret: true }],
  ["by_name", ["string", "string"], { secret: true }],
  ["inner", LoginTable, { secret: true }],
  ["pin", "int32", { secret: true }],
  ["logins", [LoginTable]],
  ["login_by_name", ["string", LoginTable]],
  ["chosen", LoginTable, { oneof: "choice" }],
  ["any", AnyTable],
  ["created_at", TimestampTable],
]);
const login = (init: Record<string, unknown>): Record<string, unknown> => fill(LoginTable, init);
const secrets = {
  password: marker,
  proof: { $case: "key", value: markerBytes },
  codes: [marker],
  byName: { a: marker },
  inner: { name: marker },
  pin: 8731,
};
const shown = {
  password: "[hidden]",
  key: "[hidden]",
  codes: "[hidden]",
  byName: "[hidden]",
  inner: "[hidden]",
  pin: "[hidden]",
};
const everywhere = {
  ...secrets,
  name: "Ada",
  logins: [secrets],
  loginByName: { a: secrets },
  choice: { $case: "chosen", value: secrets },
};
const codec = {
  encode: () => markerBytes,
  decode: () => login({ name: "Any", ...secrets }),
};
const anyTypes = [makeType(LoginTable, codec)];

describe("redacted JSON", () => {
  it("hides fields marked secret, in messages, oneofs, lists and maps", () => {
    expect(toJson(LoginTable, login(everywhere), { redact: true })).toEqual({
      ...shown,
      name: "Ada",
      logins: [shown],
      loginByName: { a: shown },
      chosen: shown,
    });
  });

  it("hides them in a known Any, and all of an unknown one", () => {
    const any = { typeUrl: "t/test.v1.Login", value: markerBytes };
    expect(toJson(AnyTable, any, { redact: true, anyTypes })).toEqual({
      "@type": "t/test.v1.Login",
      name: "Any",
      ...shown,
    });
    expect(toJson(AnyTable, any, { redact: true })).toEqual({
      "@type": "t/test.v1.Login",
      value: "[hidden]",
    });
    const broken = {
      ...codec,
      decode: () => {
        throw new Error(marker);
      },
    };
    expect(toJson(AnyTable, any, { redact: true, anyTypes: [makeType(LoginTable, broken)] })).toEqual({
      "@type": "t/test.v1.Login",
      value: "[hidden]",
    });
  });

  it("says nothing of a secret that is not set", () => {
    expect(toJson(LoginTable, login({}), { redact: true })).toEqual({});
  });

  it("is not asked for by default", () => {
    expect(toJson(LoginTable, login(secrets))).toMatchObject({
      password: marker,
      codes: [marker],
      pin: 8731,
    });
  });

  it("cannot be read back, so that no hidden text becomes a password", () => {
    expect(() => fromJson(LoginTable, { password: "[hidden]" })).toThrow(
      codedError("MESSAGE_INVALID", "password: the value was hidden"),
    );
    expect(fromJson(LoginTable, { name: "[hidden]" })).toMatchObject({ name: "[hidden]" });
  });
});

describe("errors about secrets", () => {
  it.each<[string, unknown]>([
    ["a number", { pin: marker }],
    ["a list", { codes: marker }],
    ["an element", { codes: [[marker]] }],
    ["a message", { inner: marker }],
    ["bytes", { key: `${marker}!` }],
    ["the value of a key", { byName: { [marker]: 1 } }],
    ["a field", { inner: { [marker]: 1 } }],
  ])("do not show what came for %s", (_, json) => {
    expect(() => fromJson(LoginTable, json)).toThrow(TypeError);
    try {
      fromJson(LoginTable, json);
    } catch (error) {
      expect(String(error)).not.toContain(marker);
    }
    expect(() => toJson(LoginTable, { ...login({}), password: 5, pin: marker })).not.toThrow(marker);
  });
});

describe("a message in an error", () => {
  it("hides secrets, counts bytes, and shows a time that JSON cannot hold by its fields", () => {
    const broken = { ...login(everywhere), createdAt: { seconds: 2n ** 60n, nanos: 0 } };
    const text = JSON.stringify(showMessage(LoginTable, broken));
    expect(text).not.toContain(marker);
    expect(text).toContain('"createdAt":{"seconds":"1152921504606846976"}');
    expect(showMessage(AnyTable, null)).toContain("google.protobuf.Any");
    const table = defineTable<{ data: Uint8Array }>("test.v1.Data", () => [["data", "bytes"]]);
    expect(showMessage(table, { data: markerBytes })).toEqual({ data: `${marker.length} bytes` });
  });

  it("is bounded", () => {
    const logins = Array.from({ length: 1000 }, () => ({ name: "x".repeat(10_000) }));
    expect(JSON.stringify(showMessage(LoginTable, login({ logins }))).length).toBeLessThan(40_000);
  });
});
