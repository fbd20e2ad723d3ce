import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallerToken, newToken } from "../../mcp/src/serve/caller-token.js";
import { type HttpServing, serveOverHttp } from "../../mcp/src/serve/http.js";
import { root } from "../repository.fixture.js";
import { serveFixtures } from "./conformance.fixture.js";
import { type Cloud, openCloud, serverOf } from "./connect.fixture.js";

const modules = join(root, "test/mcp/conformance/node_modules");

/**
 * Scenarios of what our servers have: tools with text, errors, progress and questions; resources; HTTP. They have no
 * prompts, completion, sampling, roots, logging to clients, subscriptions, tasks, state in the hands of clients, headers of
 * their own for parameters, images and sounds.
 */
const both = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-progress",
  "resources-list",
  "resources-read-text",
  "resources-templates-read",
  "dns-rebinding-protection",
  "json-schema-2020-12",
];
const judges = [
  {
    name: "2026-07-28",
    judge: "@modelcontextprotocol/conformance",
    flags: ["--spec-version", "2026-07-28"],
    scenarios: [
      ...both,
      "server-stateless",
      "sep-2164-resource-not-found",
      "caching",
      "http-header-validation",
      "input-required-result-basic-elicitation",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "input-required-result-result-type",
      "input-required-result-unsupported-methods",
      "input-required-result-validate-input",
      "server-sse-multiple-streams",
    ],
  },
  {
    name: "older clients",
    judge: "conformance-of-2025",
    flags: [],
    scenarios: [...both, "server-initialize", "ping"],
  },
].flatMap(({ scenarios, ...one }) => scenarios.map((scenario) => ({ ...one, scenario })));

async function judged(args: readonly string[]): Promise<string> {
  // The judges write into the folder that they run in, and the inspector into that of its user.
  const cwd = mkdtempSync(join(tmpdir(), "conformance-"));
  const child = spawn(join(modules, ".bin/node"), args, { cwd, env: { ...process.env, HOME: cwd } });
  let text = "";
  child.stdout.on("data", (data) => (text += String(data)));
  child.stderr.on("data", (data) => (text += String(data)));
  await new Promise((resolve) => child.once("close", resolve));
  return text;
}

it.skipIf(!existsSync(modules)).each(judges)(
  "$name: $scenario passes",
  async ({ judge, flags, scenario }) => {
    await using server = await serveFixtures();
    const program = join(modules, judge, "dist/index.js");
    const text = await judged([program, "server", "--url", server.url, "--scenario", scenario, ...flags]);
    const [, passed = "0", all = "1", failed = "1"] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(text) ?? [];
    expect({ passed, failed }, text).toEqual({ passed: all, failed: "0" });
  },
);

describe.skipIf(!existsSync(modules))("the inspector", () => {
  let cloud: Cloud;
  let serving: HttpServing;
  const token = newToken();
  beforeAll(async () => {
    cloud = await openCloud();
    const make = serverOf(await cloud.api(), "destroy");
    serving = await serveOverHttp(make, "127.0.0.1:0", new CallerToken(token));
  });
  afterAll(async () => {
    await serving?.[Symbol.asyncDispose]();
    await cloud?.[Symbol.asyncDispose]();
  });

  it.each(["stdio", "http"])("lists and calls the tools over %s", async (transport) => {
    const env = Object.entries(cloud.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const target =
      transport === "http"
        ? [serving.url, "--transport", "http", "--header", `Authorization: Bearer ${token}`]
        : [...env, process.execPath, join(root, "mcp/bin/stratus-mcp.js"), join(root, "generated/cloud")];
    const program = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    const ask = (...more: string[]) => judged([program, "--cli", ...target, "--method", ...more]);
    expect(await ask("tools/list")).toContain('"find_methods"');
    const called = await ask("tools/call", "--tool-name", "read", "--tool-arg", "method=iam/profile/get");
    expect(called).toContain("userProfile");
  });
});
