import type { Guide } from "@stratus/runtime/guide";
import { describe, expect, it } from "vitest";
import { Sdk } from "@stratus/dynamic-client";
import { findCommand } from "./find-command.js";

const entry = (words: string, ...methods: string[]) => ({
  words,
  name: words,
  module: words,
  text: "",
  methods: methods.map((word) => `${word} :act`),
});

const services = [
  entry("compute disk", "list", "edit"),
  entry("compute operation", "list", "wait"),
  entry("profile", "get"),
  entry("compute", "ping"),
  { ...entry("vpc network", "list"), name: "acme.vpc.v1.NetworkService" },
  { ...entry("vpc v2 network", "list", "peer"), name: "acme.vpc.v2.NetworkService" },
];
const session = { name: "Api", error: "ApiError" };
const guide: Guide = {
  version: 1,
  protocol: "grpc",
  package: { name: "@acme/sdk", version: "1" },
  session,
  services,
};
const sdk = new Sdk({ guide, session, modules: {}, load: async () => ({}), loadRuntime: async () => ({}) });

describe("the words of a command", () => {
  it.each([
    ["compute disk list", { kind: "method", word: "list" }],
    ["compute ping", { kind: "method", word: "ping" }],
    // Ours win, and the API's are never out of reach.
    ["compute disk edit", { kind: "serviceBuiltin", word: "edit" }],
    ["compute disk api.edit", { kind: "method", word: "edit" }],
    ["profile", { kind: "builtin", word: "profile" }],
    ["api.profile get", { kind: "method", word: "get" }],
    // A service of the API that is called operation has its own methods.
    ["compute operation wait", { kind: "method", word: "wait" }],
    ["compute disk operation wait", { kind: "serviceBuiltin", word: "operation" }],
    ["compute operation get", { kind: "serviceBuiltin", word: "operation" }],
    // A version may always stand in front of the service.
    [
      "vpc network list",
      { kind: "method", word: "list", count: 3, entry: { name: "acme.vpc.v1.NetworkService" } },
    ],
    [
      "vpc v1 network list",
      { kind: "method", word: "list", count: 4, entry: { name: "acme.vpc.v1.NetworkService" } },
    ],
    ["vpc v2 network peer", { kind: "method", word: "peer", entry: { name: "acme.vpc.v2.NetworkService" } }],
    ["vpc v1 network peer", { kind: "group", words: ["vpc", "network"], unknown: "peer" }],
    ["vpc v3 network list", { kind: "group", words: ["vpc"], unknown: "v3" }],
    ["compute", { kind: "group", words: ["compute"], unknown: undefined }],
    ["compute dsk", { kind: "group", unknown: "dsk" }],
    ["", { kind: "group", words: [], unknown: undefined }],
  ])("%j", (line, want) => {
    expect(findCommand(sdk, line.split(" ").filter(Boolean))).toMatchObject(want);
  });
});
