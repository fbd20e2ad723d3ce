import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { blocksOf } from "../docs/pages.fixture.js";
import { generateCloud } from "../docs/cloud.fixture.js";
import { buildPackage, openProject, type Project } from "../packages/project.fixture.js";
import { installRuntime } from "../runtimes/runtimes.js";
import { patienceMs } from "../patience.js";

/** The version of Node that all frameworks here support. */
const node = installRuntime({ name: "node", version: "22.23.3", title: "Node", bin: "node", args: [] });

/** A project with the frameworks and the packed packages, and the cloud that its apps call. */
export interface FrameworkProject extends AsyncDisposable {
  readonly path: string;
  readonly emulator: Emulator;
  /** The port of a site that may call the emulator from its pages. */
  readonly sitePort: number;
  /** Writes the files of a section of the page, and more files. */
  write(section: string, more: Readonly<Record<string, string | object>>): void;
  /** The files that a section of the page shows, by their paths. `""` is what stands before the first section. */
  filesOf(section: string): Readonly<Record<string, string>>;
  /** Runs a command of Node. Throws with its output if it fails. */
  build(...args: readonly string[]): Promise<string>;
  /** Starts a server, and waits until it answers. */
  start(port: number, ...args: readonly string[]): Promise<RunningServer>;
}

/** A server of an app. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
}

function filesOfPage(section: string): Readonly<Record<string, string>> {
  const blocks = blocksOf("docs/how-to/use-frameworks.md");
  return Object.fromEntries(
    blocks.flatMap((block) => (block.section === section && block.file ? [[block.file, block.code]] : [])),
  );
}

/** Opens the project. The SDK in it has servers. */
export async function openFrameworks(): Promise<FrameworkProject> {
  const project = await openProject(fileURLToPath(new URL("./", import.meta.url)));
  const cloud = await generateCloud("session_name=Cloud,server=true");
  buildPackage(join(project.path, "node_modules/@svc/cloud"), cloud);
  const sitePort = await freePort();
  const emulator = await startEmulator({ sdk: "@svc/cloud", cors: [`http://127.0.0.1:${sitePort}`] });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_API_DOMAIN: emulator.apiDomain,
    CLOUD_INSECURE: "true",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    EXPO_NO_TELEMETRY: "1",
    EXPO_OFFLINE: "1",
  };
  return {
    path: project.path,
    emulator,
    sitePort,
    filesOf: filesOfPage,
    write: (section, more) => project.write({ ...filesOfPage(section), ...more }),
    build: (...args) => build(project, args, env),
    start: (port, ...args) => start(project, port, args, env),
    async [Symbol.asyncDispose]() {
      await emulator.close();
      project.remove();
    },
  };
}

type Environment = Readonly<Record<string, string>>;

async function build(project: Project, args: readonly string[], env: Environment): Promise<string> {
  const { code, text } = await project.run(node.command, args, env);
  if (code !== 0) throw new Error(`${args.join(" ")} failed:\n${text}`);
  return text;
}

async function start(
  { path: cwd }: Project,
  port: number,
  args: readonly string[],
  env: Environment,
): Promise<RunningServer> {
  const url = `http://127.0.0.1:${port}`;
  const more = { PORT: String(port), HOST: "127.0.0.1", ORIGIN: url, NODE_OPTIONS: "" };
  const child = spawn(node.command, args, {
    cwd,
    env: { ...process.env, ...env, ...more },
    stdio: "pipe",
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += String(data)));
  const ended = once(child, "exit").then(() => {
    throw new Error(`the server has ended:\n${text}`);
  });
  await Promise.race([answers(url), ended]);
  ended.catch(() => undefined);
  return { url, [Symbol.asyncDispose]: () => stop(child) };
}

async function answers(url: string): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (performance.now() < endMs) {
    const isUp = await fetch(`${url}/favicon.ico`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = once(child, "exit");
  // With the processes that it has started.
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await end;
}

/** Returns a port that is free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
