import { describe, expect, it } from "vitest";
import { relativePath } from "./site-page.js";
import { sectionExamples } from "./examples.js";

const method = {
  local: "create",
  rpc: "Create",
  kind: "unary",
  example: { metadata: { parent_id: "...", name: "it's" } },
};
const call = { service: { name: "svc.v1.DiskService" }, method, sdk: "@svc/cloud" } as never;

describe("the examples of a method", () => {
  it("show one call in four ways, with values that readers recognize", () => {
    const block = { type: "code", lang: "ts", value: 'await client.get({ id: "..." });' } as const;
    const examples = sectionExamples([block], call);
    expect(examples.map(({ label }) => label)).toEqual(["TypeScript", "CLI", "Agent", "curl"]);
    expect(examples[0]?.code).toBe('await client.get({ id: "disk-1" });');
    expect(examples[1]?.code).toContain("npx @stratus/cli @svc/cloud call svc.v1.DiskService/Create -d '");
    expect(JSON.parse(examples[2]?.code ?? "")).toEqual({
      tool: "plan",
      arguments: {
        method: "svc.v1.DiskService/Create",
        request: { metadata: { parent_id: "project-1", name: "it's" } },
      },
    });
  });

  it("quote text for a shell", () => {
    expect(sectionExamples([], call)[0]?.code).toContain(`it'\\''s`);
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
