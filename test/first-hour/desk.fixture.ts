import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packAlone } from "../pack-lock.fixture.js";
import { startRegistry, type Registry } from "./registry.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** What a terminal showed of a command. */
export interface Shown {
  readonly typed: string;
  readonly out: string;
  readonly error: string;
  readonly code: number;
  readonly ms: number;
}

/** A machine on which somebody begins: empty folders, npm, and a registry that has what is packed here. */
export interface Desk extends AsyncDisposable {
  readonly registry: Registry;
  /** The folder that all others are in. */
  readonly place: string;
  /** The environment of what is typed. */
  readonly env: Readonly<Record<string, string>>;
  /** All that was typed, in its order. */
  readonly shown: readonly Shown[];
  /** An empty folder of that name; gives its path. */
  folder(name: string): Promise<string>;
  /** Types a line in a folder, and waits for its end. */
  type(folder: string, line: string, env?: Readonly<Record<string, string>>): Promise<Shown>;
  /** Starts a program that goes on, and waits for a line that fits. */
  start(folder: string, line: string, ready: RegExp, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Ends what was started. */
  stop(): void;
}

const packed = ["convention", "runtime", "generator", "emulator", "dynamic-client", "cli"];

/** What a desk may have besides. */
export interface DeskOptions {
  /** Folder of the `node` to use; by default the one that runs this. */
  readonly nodeFolder?: string;
  /** Folders of other commands, such as Bun's. */
  readonly bins?: readonly string[];
  /** More packages of this repository that the registry has, by their folders; they are built. */
  readonly packages?: readonly string[];
}

/** Opens one. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const { nodeFolder = dirname(process.execPath), bins = [], packages = [] } = options;
  const place = await mkdtemp(join(tmpdir(), "first-hour-"));
  const { env: outer, upstream, cache } = surroundings();
  const registry = await startRegistry(upstream);
  await packAlone(() => {
    for (const name of [...packed, ...packages]) {
      // What is generated builds itself when it is packed; here it is built.
      const scripts = packages.includes(name) ? ["--ignore-scripts"] : [];
      const args = ["pack", join(top, name), "--pack-destination", place, "--loglevel=error", ...scripts];
      execFileSync("npm", args, { cwd: place, stdio: ["ignore", "ignore", "inherit"], env: outer });
    }
  });
  for (const file of readdirSync(place)) if (file.endsWith(".tgz")) registry.add(join(place, file));
  const config = join(place, "npmrc");
  const token = `${registry.url.replace("http:", "")}/:_authToken=none`;
  await writeFile(
    config,
    `registry=${registry.url}/\n${token}\naudit=false\nfund=false\nupdate-notifier=false\n`,
  );
  // What npx has installed before is of other desks; what npm has downloaded is good here too.
  await mkdir(join(cache, "_cacache"), { recursive: true });
  await mkdir(join(place, "npm-cache"));
  await symlink(join(cache, "_cacache"), join(place, "npm-cache/_cacache"));
  const env = {
    ...outer,
    npm_config_cache: join(place, "npm-cache"),
    npm_config_userconfig: config,
    // Bun and Deno do not read the file.
    BUN_CONFIG_REGISTRY: registry.url,
    NPM_CONFIG_REGISTRY: registry.url,
    PATH: [nodeFolder, ...bins, outer["PATH"] ?? ""].join(delimiter),
    NO_COLOR: "1",
  };
  const shown: Shown[] = [];
  const children: ChildProcess[] = [];
  // The group, since npx and the shell stand between.
  const stop = (): void => {
    for (const { pid, exitCode } of children.splice(0))
      if (pid !== undefined && exitCode === null) process.kill(-pid);
  };
  return {
    registry,
    place,
    env: env as Record<string, string>,
    shown,
    async folder(name) {
      await mkdir(join(place, name));
      return join(place, name);
    },
    async type(folder, typed, more = {}) {
      const start = performance.now();
      const result = await promisify(execFile)("sh", ["-c", typed], {
        cwd: folder,
        env: { ...env, ...more },
        maxBuffer: 1 << 26,
      }).then(
        ({ stdout, stderr }) => ({ out: stdout, error: stderr, code: 0 }),
        (error: Error & { stdout: string; stderr: string; code: number }) => ({
          out: error.stdout,
          error: error.stderr,
          code: error.code,
        }),
      );
      const one = { typed, ...result, ms: performance.now() - start };
      shown.push(one);
      return one;
    },
    async start(folder, line, ready, more = {}) {
      const options = { cwd: folder, env: { ...env, ...more }, detached: true };
      const child = spawn("sh", ["-c", `exec ${line}`], options);
      children.push(child);
      let out = "";
      let complaint = "";
      child.stderr.on("data", (text) => (complaint += String(text)));
      for await (const chunk of child.stdout) {
        out += String(chunk);
        if (ready.test(out)) return out;
      }
      throw new Error(`${line} ended: ${out}${complaint}`);
    },
    stop,
    async [Symbol.asyncDispose]() {
      stop();
      await registry[Symbol.asyncDispose]();
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** What stands around a desk: the environment without what npm was told there, npm's registry, its cache. */
function surroundings(): {
  readonly env: NodeJS.ProcessEnv;
  readonly upstream: string;
  readonly cache: string;
} {
  const [registry = "", cache = ""] = ["registry", "cache"].map((name) =>
    execFileSync("npm", ["config", "get", name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim(),
  );
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name)),
  );
  return { env, upstream: registry.endsWith("/") ? registry : `${registry}/`, cache };
}

/** Lines of a terminal that would make a newcomer stop; npm's own warnings are npm's. */
export function alarms({ out, error }: Shown): readonly string[] {
  return `${out}\n${error}`
    .split("\n")
    .filter((line) => /error|warn|deprecated|exception/i.test(line) && !/^npm (?:warn|notice) /i.test(line));
}

/** A file of a folder; undefined where there is none. */
export function fileIn(folder: string, path: string): string | undefined {
  return existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : undefined;
}
