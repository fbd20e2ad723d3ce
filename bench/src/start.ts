import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { childMilliseconds } from "./child.js";
import { top } from "./corpus.js";
import type { Row } from "./report.js";
import { startEmulator } from "./running-emulator.js";
import { compareInBlocks, type Contestant } from "./slices.js";

const node = "node alone";
const rounds = { warmUp: 1, measured: 12, seconds: 4 };

/** Measures the start of programs for the sample SDK: a command line and the MCP server, beside a program of Node. */
export async function startRows(): Promise<Row[]> {
  await using emulator = await startEmulator(top, []);
  const env = {
    CLOUD_TOKEN: "bench",
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: "api.example.com",
  };
  const folder = await mkdtemp(join(top, "bench/dist/start-"));
  try {
    const bare: Contestant = { name: node, slice: () => childMilliseconds(["-e", "0"]) };
    const acme = await createCommandLine(folder, env);
    const list = acme("compute", "disk", "list", "--parent-id", "p");
    return [
      ...(await compareInBlocks("command line: help", "ms CPU", [bare, acme("--help")], rounds)),
      ...(await compareInBlocks("command line: list", "ms CPU", [bare, list], rounds)),
      ...(await compareInBlocks("MCP server, start to first answer", "ms", servers(env, "wallMs"), rounds)),
      ...(await compareInBlocks("MCP server, memory", "MB", servers(env, "megabytes"), rounds)),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the package of a command line for the SDK, as an API team publishes it. */
async function createCommandLine(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<(...words: string[]) => Contestant> {
  const cli = join(top, "cli/bin/stratus-cli.js");
  await childMilliseconds([cli, "init", "@svc/cloud", "--name", "acme", "--out", folder], { cwd: top });
  return (...words) => ({
    name: "stratus",
    slice: () => childMilliseconds([join(folder, "bin/acme.js"), ...words], { cwd: top, env }),
  });
}

/** A server that has answered its first question. */
interface Answer {
  readonly wallMs: number;
  readonly megabytes: number;
}

function servers(env: Readonly<Record<string, string>>, cost: keyof Answer): Contestant[] {
  const echo = `process.stdin.on("data", () => console.log('{"id":1}'))`;
  const start = (args: readonly string[]) => async () => (await firstAnswer(args, env))[cost];
  return [
    { name: node, slice: start(["-e", echo]) },
    { name: "stratus", slice: start([join(top, "mcp/bin/stratus-mcp.js"), "@svc/cloud"]) },
  ];
}

/** The handshake and the first question of an agent (Model Context Protocol 2025-11-25, "Lifecycle" and "Tools"). */
const messages = [
  {
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 1, method: "tools/list" },
].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

async function firstAnswer(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Answer> {
  const startMs = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: top,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  child.stdin.write(messages.join(""));
  for await (const line of createInterface({ input: child.stdout }))
    if ((JSON.parse(line) as { readonly id?: number }).id === 1) break;
  const wallMs = performance.now() - startMs;
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
  child.stdin.end();
  await ended;
  return { wallMs, megabytes: (kilobytes * 1024) / 1e6 };
}
