/**
 * The session over `fetch` on platforms that are not browsers: other runtimes come from npm, and are kept with those of
 * `npm run long -- runtimes`.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installRuntime, type Runtime } from "../runtimes/runtimes.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const life = "5 NOT_FOUND left";
const lives = `${life}, ${life}, ${life}, ${life}`;

let emulator: Emulator;
let folder: string;
let main: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stratus-platforms-"));
  emulator = await startEmulator({ sdk: `${top}generated/cloud`, operationDelayMs: 20 });
  const where = `${JSON.stringify(emulator.webUrl)}, ${JSON.stringify(emulator.issueToken())}`;
  await build({
    entryPoints: [`${top}test/web/platforms.fixture.js`],
    bundle: true,
    platform: "browser",
    format: "esm",
    outfile: join(folder, "run.js"),
  });
  main = join(folder, "main.mjs");
  await writeFile(main, `import { run } from "./run.js";\nconsole.log(await run(${where}));\n`);
  await writeFile(
    join(folder, "worker.js"),
    `import { run } from "./run.js";\nexport default { fetch: async () => new Response(await run(${where})) };\n`,
  );
});
afterAll(async () => {
  await emulator?.close();
  await rm(folder, { recursive: true, force: true });
});

const runtimes: readonly (() => Runtime)[] = [
  () => ({ title: "Node", command: process.execPath, args: [] }),
  () => installRuntime({ name: "bun", version: "1.4.5", title: "Bun", bin: "bun", args: [] }),
  () =>
    installRuntime({
      name: "deno",
      version: "2.9.6",
      title: "Deno",
      bin: "deno",
      args: ["run", "--allow-net", "--quiet"],
    }),
];

it.each(runtimes.map((find) => ({ find })))("a program of a browser runs on runtime %#", async ({ find }) => {
  const { command, args } = find();
  const { stdout } = await promisify(execFile)(command, [...args, main], { timeout: 60_000 });
  expect(stdout.trim()).toBe(lives);
});

it("runs in workerd, whose network is that of Cloudflare's workers", async () => {
  const workerd = installRuntime({
    name: "workerd",
    version: "1.20261117.1",
    title: "workerd",
    bin: "workerd",
    args: [],
  });
  await writeFile(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "run.js", esModule = embed "run.js")],
  compatibilityDate = "2025-01-01"
);
`,
  );
  const args = ["serve", "--control-fd=3", join(folder, "config.capnp")];
  const child = spawn(workerd.command, args, { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  try {
    const control = child.stdio[3];
    if (!control) throw new Error("workerd has no channel of control");
    const [line] = (await once(control, "data")) as [Buffer];
    const { port } = JSON.parse(String(line).split("\n", 1)[0] ?? "{}") as { readonly port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe(lives);
  } finally {
    child.kill("SIGKILL");
  }
});
