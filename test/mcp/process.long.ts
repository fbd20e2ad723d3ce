import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { printFigure } from "../figures.js";
import { readDocument } from "../openapi/world/corpus.fixture.js";
import { agentOf, type Cloud, openCloud, planOf } from "./connect.fixture.js";

let cloud: Cloud;
const bin = join(root, "mcp/bin/stratus-mcp.js");

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
});
afterAll(() => cloud[Symbol.asyncDispose]());

const command = (...flags: string[]) => ({
  command: process.execPath,
  args: [bin, "@svc/cloud", ...flags],
  env: { ...cloud.env, PATH: process.env["PATH"] ?? "" },
  cwd: root,
  stderr: "ignore" as const,
});

describe("the process of a server", () => {
  it.each(["2026-07-28", "2025-11-25"])("answers the official client of version 2 in %s", async (version) => {
    const mode = version === "2026-07-28" ? "auto" : "legacy";
    const client = new Client({ name: "new", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(command("--allow", "create,change,destroy")));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const agent = agentOf(client);
    const id = await cloud.make(`by-${version}`, { cpu: 4 });
    const plan = planOf(
      await agent.call("plan", {
        method: "compute/instance/update",
        request: { id },
        set: { "spec.cpu": 8 },
      }),
    );
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
    await client.close();
  });

  it("answers the official client of version 1", async () => {
    const client = new OldClient({ name: "old", version: "1" });
    await client.connect(new OldTransport(command()));
    expect((await client.listTools()).tools).toHaveLength(4);
    const answer = await client.callTool({ name: "read", arguments: { method: "iam/profile/get" } });
    expect(answer.isError).not.toBe(true);
    await client.close();
  });

  it("writes messages of the protocol and nothing else to standard output, and ends with its input", async () => {
    const { command: node, args, env, cwd } = command();
    const child = spawn(node, args, { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (data) => (out += String(data)));
    const send = (message: object): void =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "raw", version: "1" };
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    send({ method: "notifications/initialized" });
    // A line that no transport takes is refused, and the next one is answered.
    send({ id: 9, method: "tools/call", params: { name: "read", arguments: { method: "x".repeat(11e6) } } });
    send({ id: 2, method: "tools/call", params: { name: "read", arguments: { method: "iam/profile/get" } } });
    await expect.poll(() => out.split("\n").length).toBeGreaterThan(3);
    expect(out).toContain("longer than 8 MB");
    const code = new Promise((resolve) => child.once("close", resolve));
    child.stdin.end();
    expect(await code).toBe(0);
    for (const line of out.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it("has spans of its calls if OpenTelemetry is registered", async () => {
    const folder = mkdtempSync(join(tmpdir(), "spans-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const program = `
      import { appendFileSync } from "node:fs";
      import { trace } from "@opentelemetry/api";
      import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
      const exporter = {
        export(spans, done) {
          for (const { name } of spans) appendFileSync(new URL("spans.txt", import.meta.url), name + "\\n");
          done({ code: 0 });
        },
        async shutdown() {},
      };
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    `;
    writeFileSync(join(folder, "provider.mjs"), program);
    const client = new Client({ name: "new", version: "1" });
    const own = command();
    const options = `--import ${join(folder, "provider.mjs")} --import @stratus/runtime/opentelemetry/register`;
    await client.connect(new StdioClientTransport({ ...own, env: { ...own.env, NODE_OPTIONS: options } }));
    const answer = await agentOf(client).call("read", { method: "iam/profile/get" });
    expect(answer.isError, answer.text).toBe(false);
    await client.close();
    expect(readFileSync(join(folder, "spans.txt"), "utf8")).toContain("svc.iam.v1.ProfileService/Get");
  });

  it("asks on a page, which `approve` answers in a terminal alone, and logs no secret", async () => {
    const folder = mkdtempSync(join(tmpdir(), "approve-"));
    const flags = command("--allow", "destroy", "--confirm", "page", "--log", join(folder, "log"));
    const transport = new StdioClientTransport({ ...flags, stderr: "pipe" });
    let said = "";
    transport.stderr?.on("data", (data) => (said += String(data)));
    const client = new Client({ name: "new", version: "1" });
    await client.connect(transport);
    const agent = agentOf(client);
    const id = await cloud.make("by-terminal");
    const plan = planOf(await agent.call("plan", { method: "compute/instance/delete", request: { id } }));
    expect((await agent.call("destroy", plan)).text).toContain("standard error");
    await expect.poll(() => said).toMatch(/npx @stratus\/cli @svc\/cloud approve \S+\n/);
    const [, approval = ""] = /approve (\S+)\n/.exec(said) ?? [];
    const cli = join(root, "cli/bin/stratus-cli.js");
    const approve = `'${process.execPath}' '${cli}' @svc/cloud approve ${approval}`;
    const run = (program: string, args: readonly string[]) => {
      const child = spawn(program, args, { cwd: root, env: flags.env, stdio: ["pipe", "pipe", "pipe"] });
      let out = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (out += String(data)));
      child.stdin.write("approve\n");
      return new Promise<string>((resolve) => child.once("close", () => resolve(out)));
    };
    // A session of its own has no controlling terminal; `script` gives it one.
    expect(await run("setsid", ["--wait", "sh", "-c", approve])).toContain("has no terminal");
    expect(await run("script", ["-qec", `${approve} < /dev/null`, "/dev/null"])).toMatch(
      /id: instance-[^]*Type "approve"[^]*Approved\./,
    );
    expect(await agent.call("destroy", plan)).toMatchObject({ isError: false });
    await client.close();
    const log = readFileSync(join(folder, "log"), "utf8");
    expect(log).toContain('"approvedBy":"page"');
    expect(log).not.toContain(approval.slice(-43));
  });

  it("cancels the call of the API with that of the tool", async () => {
    const agent = agentOf(new Client({ name: "new", version: "1" }));
    await agent.client.connect(new StdioClientTransport(command()));
    cloud.emulator.handle("InstanceService/Get", async (_, context) => {
      await context.sleep(600_000);
      return {};
    });
    cloud.emulator.clearCalls();
    const ending = new AbortController();
    const call = agent.call(
      "read",
      { method: "compute/instance/get", request: { id: "slow" } },
      { signal: ending.signal },
    );
    call.catch(() => undefined);
    await expect.poll(() => cloud.emulator.calls()).toHaveLength(1);
    ending.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => cloud.emulator.calls()[0]?.code).toBe("CANCELLED");
    await agent.client.close();
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends by %s while its input is open", async (signal) => {
    const { command: program, args, env, cwd } = command();
    const child = spawn(program, args, { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
    await new Promise((answered) => child.stdout.once("data", answered));
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  it("starts soon and stays small", async () => {
    const times: number[] = [];
    let memory = 0;
    for (let run = 0; run < 5; run++) {
      const start = performance.now();
      const transport = new StdioClientTransport(command());
      const client = new Client({ name: "new", version: "1" });
      await client.connect(transport);
      await client.listTools();
      times.push(performance.now() - start);
      const status = readFileSync(`/proc/${transport.pid}/status`, "utf8");
      memory = Math.max(memory, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
      await client.close();
    }
    const bare: number[] = [];
    for (let run = 0; run < 5; run++) {
      const start = performance.now();
      await new Promise((resolve) => spawn(process.execPath, ["-e", "0"]).once("close", resolve));
      bare.push(performance.now() - start);
    }
    const seconds = (all: readonly number[]): string => `${(Math.min(...all) / 1_000).toFixed(2)} s`;
    printFigure("start", `takes ${seconds(times)} where bare Node takes ${seconds(bare)}`);
    printFigure("memory", `${Math.round(memory / 1024)} MB`);
    expect(memory / 1024).toBeLessThan(70);
  });
});

describe("a branded server", () => {
  const folder = mkdtempSync(join(tmpdir(), "acme-"));
  const own = join(folder, "acme-mcp");
  const read = (name: string): object => JSON.parse(readFileSync(join(own, name), "utf8")) as object;
  beforeAll(async () => {
    const init = spawn(process.execPath, [bin, "init", "@svc/cloud", "--name", "acme", "--out", own], {
      cwd: root,
    });
    expect(await new Promise((resolve) => init.once("close", resolve))).toBe(0);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });

  it("is written, and runs", async () => {
    const client = new Client({ name: "new", version: "1" });
    await client.connect(new StdioClientTransport({ ...command(), args: [join(own, "bin/acme-mcp.js")] }));
    expect(client.getServerVersion()).toMatchObject({ name: "acme", version: "0.1.0" });
    expect((await client.listTools()).tools).toHaveLength(4);
    await client.close();
  });

  it("has an entry for registries that their schema takes", async ({ skip }) => {
    const registry = read("server.json") as { readonly $schema: string; readonly name: string };
    expect(read("package.json")).toMatchObject({ mcpName: registry.name });
    expect(registry.$schema).toBe(`https://static.modelcontextprotocol.io/${schemaFile.path}`);
    const schema = await readDocument(schemaFile);
    if (schema === undefined)
      return skip("the schema is not here: connect to the network, or name STRATUS_WORLD_CLONES");
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(schema) as object);
    expect(validate(registry), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...registry, name: "acme" })).toBe(false);
  });
});

/** Where the registry publishes the schema of its entries. */
const schemaFile = {
  repository: "modelcontextprotocol/static",
  commit: "a9ba437d9fbbe92076a24b20d56449ac7c7786ac",
  path: "schemas/2025-12-11/server.schema.json",
  sha256: "3fba09590c99f61735d234822279f4223fab9e300c0a81e81c91ab62a4114de0",
};
