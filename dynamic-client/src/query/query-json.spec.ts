import type { GuideField, GuideMessage } from "@stratus/runtime/guide";
import { describe, expect, it } from "vitest";
import { fromQueryValue, type MessageSchema, toQueryValue } from "./query-json.js";

const field = (name: string, form: Partial<GuideField>): GuideField =>
  ({ name, property: name, text: "", kind: "string", ...form }) as GuideField;

const messages: Readonly<Record<string, GuideMessage>> = {
  Disk: {
    text: "",
    fields: [
      field("size_bytes", { kind: "int64", json: "sizeBytes" }),
      field("sizes", { kind: "uint64", isList: true }),
      field("limits", { kind: "sint64", mapKey: "string" }),
      field("quota", { kind: "message", type: "google.protobuf.Int64Value" }),
      field("parent", { kind: "message", type: "Disk" }),
      field("count", { kind: "int32" }),
      field("name", {}),
    ],
  },
};

const schema: MessageSchema = {
  message: (name) => messages[name ?? ""] ?? { text: "", fields: [] },
  jsonName: ({ name, json }) => json ?? name,
};

describe("JSON in a query", () => {
  it("has numbers where its type has 64-bit integers, at any depth", () => {
    const json = {
      sizeBytes: "9007199254740993",
      sizes: ["1", "18446744073709551615"],
      limits: { a: "-5" },
      quota: "7",
      parent: { sizeBytes: "2", name: "3" },
      count: 4,
      name: "5",
      extra: "6",
    };
    expect(toQueryValue({ kind: "message", type: "Disk" }, json, schema)).toEqual({
      sizeBytes: 9007199254740993n,
      sizes: [1n, 18446744073709551615n],
      limits: { a: -5n },
      quota: 7n,
      parent: { sizeBytes: 2n, name: "3" },
      count: 4,
      name: "5",
      extra: "6",
    });
  });

  it("keeps a hidden value hidden", () => {
    const hidden = { sizeBytes: "[hidden]" };
    expect(toQueryValue({ kind: "message", type: "Disk" }, hidden, schema)).toEqual(hidden);
  });

  it("comes back as it was", () => {
    const json = { sizeBytes: "9007199254740993", sizes: ["1"], count: 4, parent: null };
    expect(fromQueryValue(toQueryValue({ kind: "message", type: "Disk" }, json, schema))).toEqual(json);
  });
});
