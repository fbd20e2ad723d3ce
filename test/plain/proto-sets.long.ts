import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printFigure } from "../figures.js";
import { type Desk, openDesk } from "../first-hour/desk.fixture.js";
import { agentOf, planOf } from "../mcp/connect.fixture.js";
import { placeProtos, type ProtoSet, sets, startServer } from "./proto-sets.fixture.js";

/** The strictest settings of TypeScript, which also check the declarations of the SDK. */
const strictly = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom"],
  types: [],
};

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ packages: ["dynamic-client", "cli", "mcp"] });
}, 300_000);
afterAll(() => desk[Symbol.asyncDispose]());

/** Types a line, which must succeed. */
async function type(folder: string, line: string, more?: Readonly<Record<string, string>>): Promise<string> {
  const { out, error, code } = await desk.type(folder, line, more);
  expect({ line, code, text: code === 0 ? "" : out + error }).toEqual({ line, code: 0, text: "" });
  return out;
}

/** Writes a program beside the SDK, which finds it as an installed package. */
function placeProgram(set: ProtoSet, folder: string): string {
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "main.ts"), set.program);
  writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions: strictly }));
  const dependencies = { [set.package]: "file:../sdk" };
  writeFileSync(join(app, "package.json"), JSON.stringify({ type: "module", private: true, dependencies }));
  return app;
}

/** Runs a command that prints a line for each message, until one fits; then Ctrl-C ends it. */
async function watchStream(folder: string, words: string, set: ProtoSet, at: string): Promise<number | null> {
  const { line, prints, cause, isEndless } = set.stream;
  const child: ChildProcess = spawn("sh", ["-c", `exec ${words} ${line} ${at}`], {
    cwd: folder,
    env: desk.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let [out, said] = ["", ""];
  child.stderr?.on("data", (text) => (said += String(text)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const fits = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (text) => {
      out += String(text);
      if (prints.test(out)) resolve();
    });
    child.on("close", () => reject(new Error(`${line} ended without ${prints}: ${out}${said}`)));
  });
  const causing = new AbortController();
  const causes = async (typed: string): Promise<void> => {
    for (let number = 0; !causing.signal.aborted; number++)
      await type(folder, `${words} ${typed.replace("NUMBERED", `n${number}`)} ${at}`);
  };
  await Promise.all([fits.finally(() => causing.abort()), cause === undefined ? undefined : causes(cause)]);
  // A terminal sends Ctrl-C to all processes of the group.
  if (isEndless && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  return ended;
}

/** Calls a method as an agent, whose user has allowed it by its name. */
async function callAsAgent(
  { agent: { method, request } }: ProtoSet,
  folder: string,
  at: string,
): Promise<string> {
  const args = ["@stratus/mcp", "./sdk", ...at.split(" "), "--confirm", "never", "--allow-method", method];
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: "npx", args, cwd: folder, env: desk.env, stderr: "ignore" }),
  );
  try {
    const agent = agentOf(client);
    const read = await agent.call("read", { method, request });
    if (!read.isError) return read.text;
    return (await agent.call("apply", planOf(await agent.call("plan", { method, request })))).text;
  } finally {
    await client.close();
  }
}

const rows: (readonly string[])[] = [];

describe("protos of plain gRPC that nobody here wrote", () => {
  it.each(sets.map((set) => [set.name, set] as const))(
    "%s: init, generate, compile, calls, command line and agent",
    { timeout: 600_000 },
    async (name, set) => {
      const folder = await desk.folder(name.toLowerCase());
      if (set.npm !== undefined) await type(folder, `npm pack ${set.npm} --silent && tar xzf *.tgz`);
      placeProtos(set, folder);
      await type(folder, "rm -rf package *.tgz && git init -q");
      const server = await startServer(set, folder);
      try {
        const report = await type(folder, "npx -p protoc-gen-stratus stratus init");
        expect(report).toContain("The protos are plain gRPC (kind=grpc). They stay as they are.");
        expect(await type(folder, "find . -name '*.proto' -not -path './protos/*'")).toBe("");
        await type(folder, "npm install");
        const { error, out } = await desk.type(folder, "npm run sdk:generate");
        const [, services, methods] = /sdk: (\d+) services?, (\d+) methods/.exec(out + error) ?? [];
        expect(error).toContain("kind=grpc");
        await type(folder, "cd sdk && npm install && npm run build");
        const app = placeProgram(set, folder);
        await type(app, "npm install && npx -p typescript@5.9.3 tsc -p .");
        const prefix = set.session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
        const variables = { [`${prefix}_ENDPOINT`]: server.endpoint, [`${prefix}_INSECURE`]: "true" };
        expect(await type(app, "node main.js", variables)).toBe(set.prints);
        const at = `--endpoint ${server.endpoint} --insecure`;
        await type(folder, "npm install --save-dev @stratus/cli @stratus/mcp");
        const words = "npx @stratus/cli ./sdk";
        expect(await type(folder, `${words} ${set.unary.line} ${at}`)).toMatch(set.unary.prints);
        // npx would end by the signal instead of the code of the command.
        const code = await watchStream(folder, "node_modules/.bin/stratus-cli ./sdk", set, at);
        expect(code).toBe(set.stream.isEndless ? 130 : 0);
        expect(await callAsAgent(set, folder, at)).toMatch(set.agent.prints);
        const kind = typeof set.server === "string" ? "its own" : "grpc-js, from the same protos";
        rows.push([name, set.from, kind, services ?? "", methods ?? "", "passed", "passed", "passed"]);
      } finally {
        server.stop();
      }
    },
  );

  it("are five sets, two of them with their own servers", () => {
    const head = ["protos", "from", "server", "services", "methods", "program", "command line", "agent"];
    const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
    printFigure("sets", lines.join("\n"));
    expect(rows.map(([name]) => name)).toEqual(sets.map(({ name }) => name));
  });
});
