import { expect, it } from "vitest";
import type { Api } from "../api/api.js";
import type { Finding } from "../finding/finding.js";
import { withTypeScriptNames } from "./deprecation.js";

const api = {
  messages: new Map([["a.v1.Disk", { fields: new Map([["size_bytes", {}]]) }]]),
  enums: new Map([
    [
      "a.v1.DiskType",
      { name: "a.v1.DiskType", values: new Map([["x", { name: "DISK_TYPE_SSD", local: "SSD" }]]) },
    ],
  ]),
} as unknown as Api;

it.each([
  ["Use size_bytes.", "Use sizeBytes."],
  ["Use `size_bytes` or DISK_TYPE_SSD", "Use `sizeBytes` or DiskType.SSD"],
  ["Use other_name and size", "Use other_name and size"],
])("the text of a deprecation has the names of TypeScript: %s", (text, want) => {
  const finding = { subject: { key: "" }, difference: { kind: "deprecated", text } } as unknown as Finding;
  expect(withTypeScriptNames([finding], api).map(({ difference }) => difference)).toEqual([
    { kind: "deprecated", text: want },
  ]);
});
