import { describe, expect, it } from "vitest";
import { relativePath } from "./site-page.js";
import { sectionExamples } from "./examples.js";

const string = (name: string, text = "") => ({
  name,
  property: name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  kind: "string",
  text,
});
const messages = new Map([
  ["CreateRequest", { fields: [{ ...string("metadata"), kind: "message", type: "Metadata" }] }],
  [
    "Metadata",
    { fields: [string("parent_id"), string("name"), string("platform", "Hardware, such as `cpu-e2`.")] },
  ],
  ["GetRequest", { fields: [string("id")] }],
]);
const example = { metadata: { parent_id: "...", name: "it's", platform: "..." } };
const create = {
  word: "create",
  local: "create",
  rpc: "Create",
  kind: "unary",
  request: "CreateRequest",
  example,
};
const get = { word: "get", rpc: "Get", kind: "unary", request: "GetRequest", example: { id: "..." } };
const service = { name: "svc.v1.DiskService", endpoint: {}, modify: { get: "get" }, methods: [get, create] };
const call = {
  service,
  method: create,
  sdk: "@svc/cloud",
  command: { line: "acme disk create", change: undefined },
  messages: (name: string) => messages.get(name),
};
const show = (code: string, more: object = {}) =>
  sectionExamples([{ type: "code", lang: "ts", value: code }], "disk", { ...call, ...more } as never);

describe("the examples of a method", () => {
  it("show one call in four ways, with values that readers recognize", () => {
    const [typescript, cli, agent, curl] = show(
      'await client.create({ metadata: { parentId: "...", name: "it\'s", platform: "..." } });',
    );
    expect(typescript?.code).toBe(
      'await client.create({\n  metadata: {\n    parentId: "project-1",\n    name: "it\'s",\n    platform: "cpu-e2",\n  },\n});',
    );
    expect(cli).toMatchObject({ label: "CLI", code: "acme disk create" });
    expect(JSON.parse(agent?.code ?? "")).toEqual({
      tool: "plan",
      arguments: {
        method: "svc.v1.DiskService/Create",
        request: { metadata: { parent_id: "project-1", name: "it's", platform: "cpu-e2" } },
      },
    });
    expect(curl?.code).toContain(`it'\\''s`);
  });

  it("name the resource of an update for an agent, and what it sets", () => {
    const command = { line: "", change: ["spec.size", "8"] };
    const [, , agent, curl] = show("", { command, method: { ...create, rpc: "Update", example: {} } });
    expect(JSON.parse(agent?.code ?? "")).toEqual({
      tool: "plan",
      arguments: { method: "svc.v1.DiskService/Update", request: { id: "disk-1" }, set: { "spec.size": 8 } },
    });
    expect(curl?.code).toContain(`-d '{ "spec": { "size": 8 } }'`);
  });

  it("call a server without a known address by grpcurl", () => {
    const [, , , grpcurl] = show("", { service: { ...service, endpoint: undefined, isAtSession: true } });
    expect(grpcurl).toMatchObject({ label: "grpcurl", code: expect.stringContaining("-plaintext") });
  });

  it("leave out of a list what has no plausible value", () => {
    const list = { ...get, example: { id: "...", filter: "..." }, pages: {} };
    const fields = [string("id"), string("filter")];
    const lists = { method: list, messages: () => ({ fields }) };
    expect(show('client.list({ id: "...", filter: "..." });', lists)[0]?.code).toBe(
      'client.list({ id: "disk-1" });',
    );
  });
});

describe("the address of a page", () => {
  it.each([
    ["index.html", "a/b.html", "a/b.html"],
    ["a/b.html", "a/c.html", "c.html"],
    ["a/b/c.html", "index.html", "../../index.html"],
    ["a/b/c.html", "a/d/e.html", "../d/e.html"],
  ])("from %s to %s is %s", (from, to, expected) => {
    expect(relativePath(from, to)).toBe(expected);
  });
});
