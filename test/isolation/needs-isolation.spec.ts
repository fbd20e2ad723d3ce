import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isolatedSpecs, isolationReason } from "./needs-isolation.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("a spec file", () => {
  it.each([
    ["replaces a module", 'vi.mock("./clock.js", () => ({}));'],
    ["replaces a module", 'vi.doMock("./clock.js");'],
    ["replaces a method", '  vi.spyOn(console, "log");'],
    ["replaces a global", 'vi.stubGlobal("fetch", send);'],
    ["replaces a global", "  globalThis.fetch = send;"],
    ["replaces a global", 'delete globalThis["fetch"];'],
    ["changes the environment", 'vi.stubEnv("TZ", "UTC");'],
    ["changes the environment", '  process.env["TZ"] = "UTC";'],
    ["changes the environment", "delete process.env.TZ;"],
    ["replaces the clock", "vi.useFakeTimers();"],
    ["changes the process", 'process.chdir("/");'],
    ["changes the process", "process.exitCode = 1;"],
    ["says so", "// Isolated: counts what is loaded.\n"],
  ])("that %s is isolated: %s %s", (reason, code) => {
    expect(isolationReason(`import { it } from "vitest";\n${code}\n`)).toBe(reason);
  });

  it.each([
    'const zone = process.env["TZ"];',
    "expect(globalThis).not.toHaveProperty('pwned');",
    'const text = "*/ globalThis.pwned = 1;";',
    "await vi.waitFor(() => expect(sent).toBe(1));",
    "const send = vi.fn();",
  ])("shares its modules otherwise: %s", (code) => {
    expect(isolationReason(code)).toBeUndefined();
  });

  it("is found wherever it is, but not in dependencies and output", () => {
    const found = isolatedSpecs(root).map((path) => path.slice(root.length));
    expect(found).toContain("test/isolation/needs-isolation.spec.ts");
    expect(found.filter((path) => /(?:^|\/)(?:node_modules|dist)\//.test(path))).toEqual([]);
  });
});

it("no fixture has hooks outside its functions, which only the first file that shares it would get", () => {
  const fixtures = execFileSync("git", ["ls-files", "*.fixture.ts"], { cwd: root, encoding: "utf8" });
  const hook = /^(?:before|after)(?:Each|All)\(|^on(?:TestFinished|TestFailed)\(/m;
  const paths = fixtures.split("\n").filter((path) => path && hook.test(readFileSync(root + path, "utf8")));
  expect(paths).toEqual([]);
});
