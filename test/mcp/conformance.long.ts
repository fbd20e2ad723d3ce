import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { serveFixtures } from "./conformance.fixture.js";

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
  // The judges write what they saw into the folder that they run in.
  const child = spawn(join(modules, ".bin/node"), args, { cwd: mkdtempSync(join(tmpdir(), "conformance-")) });
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
