import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { runCompiler } from "../../compile.fixture.js";

const top = fileURLToPath(new URL("../../../", import.meta.url));

/** orval brings 60 MB along, so that it is installed when it is compared. */
const orval = "orval@8.38.0";

/** A generator of clients. */
export type PeerName = "stratus" | "hey-api" | "orval" | "openapi-fetch" | "redocly";

/** What is called. */
export interface CallOf {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly inPath?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** What is sent besides, in the way in which the tool lets it be. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How to write and call what a tool makes. */
interface Peer {
  readonly name: PeerName;
  /** The module that programs import, below the folder. */
  readonly entry: string;
  /** The command that generates into a folder from its `api.json`. */
  command(folder: string): readonly string[];
  /** Code that calls an operation: an expression in which `m` is the module, `c` the call, and `base` a URL or undefined. */
  readonly call: string;
}

const hey = `m[c.id]({ path: c.inPath, query: c.query, body: c.body, headers: c.headers, ...(base && { baseUrl: base }), throwOnError: true }).then(({ data, stream }) => stream ?? data)`;

export const peers: readonly Peer[] = [
  {
    name: "stratus",
    entry: "out/src/index.ts",
    command: (folder) => [
      join(top, "generator/bin/stratus.js"),
      "openapi",
      join(folder, "api.json"),
      "--out",
      join(folder, "out"),
      "--package-name",
      "peer",
    ],
    call: `m[c.id](new m.Session({ ...(base && { baseUrl: base }) }), ...Object.values(c.inPath ?? {}), ...("body" in c ? [c.body] : []), { ...(c.query && { params: c.query }), ...(c.headers && { headers: c.headers }) })`,
  },
  {
    name: "hey-api",
    entry: "out/index.ts",
    command: (folder) => [
      join(folder, "node_modules/@hey-api/openapi-ts/dist/run.mjs"),
      "-i",
      join(folder, "api.json"),
      "-o",
      join(folder, "out"),
    ],
    call: hey,
  },
  {
    name: "orval",
    entry: "out/api.ts",
    command: (folder) => [
      join(folder, "node_modules/orval/dist/bin/orval.mjs"),
      "--input",
      join(folder, "api.json"),
      "--output",
      join(folder, "out/api.ts"),
      "--client",
      "fetch",
    ],
    call: `m[c.id](...Object.values(c.inPath ?? {}), ...("body" in c ? [c.body] : []), ...(c.query ? [c.query] : []), { headers: c.headers }).then(({ data, status }) => { if (status >= 400) throw Object.assign(new Error("failed"), { data }); return data; })`,
  },
  {
    name: "openapi-fetch",
    entry: "out/client.ts",
    command: (folder) => [
      join(top, "generator/node_modules/openapi-typescript/bin/cli.js"),
      join(folder, "api.json"),
      "-o",
      join(folder, "out/types.ts"),
    ],
    call: `m.default({ ...(base && { baseUrl: base }) })[c.method](c.path, { params: { path: c.inPath, query: c.query }, body: c.body, headers: c.headers }).then(({ data, error }) => { if (error !== undefined) throw Object.assign(new Error("failed"), { data: error }); return data; })`,
  },
  {
    name: "redocly",
    entry: "out/api.ts",
    command: (folder) => [
      join(top, "openapi/lint/node_modules/@redocly/cli/bin/cli.js"),
      "generate-client",
      join(folder, "api.json"),
      "-o",
      join(folder, "out/api.ts"),
    ],
    call: `(base && m.configure({ serverUrl: base }), m[c.id]({ ...(c.inPath && { path: c.inPath }), ...(c.query && { query: c.query }), ...("body" in c && { body: c.body }) }, { headers: c.headers }))`,
  },
];

/** What a tool made of a description. */
export interface Made {
  readonly folder: string;
  /** It ended without an error. */
  readonly isDone: boolean;
  /** What it said. */
  readonly log: string;
  /** Everything that it wrote, in one text. */
  text(): Promise<string>;
  /** Calls an operation, at a base URL or where the client finds it. */
  call(call: CallOf, base?: string): Promise<unknown>;
  /** What the compiler says of a program beside what was made; without one, of that alone. */
  complaints(program?: string): Promise<string>;
}

const run = (args: readonly string[], cwd: string): Promise<{ isDone: boolean; log: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" };
    execFile(process.execPath, args, { cwd, env, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve({ isDone: error === null, log: `${out}${err}` }),
    );
  });

/** A place to let all tools run in, with the packages that they need. */
export async function openWorkshop() {
  const home = await mkdtemp(join(tmpdir(), "peers-"));
  const orvals = join(home, "orval");
  await mkdir(orvals);
  await writeFile(join(orvals, "package.json"), '{"private":true}');
  const npm = ["install", "--no-audit", "--no-fund", "--ignore-scripts", orval];
  await new Promise<void>((resolve, reject) => {
    execFile("npm", npm, { cwd: orvals }, (error) => (error ? reject(error) : resolve()));
  });
  let count = 0;
  const make = async (name: PeerName, spec: object, into?: string): Promise<Made> => {
    const peer = peers.find((one) => one.name === name)!;
    const folder = into ?? join(home, `${name}-${count++}`);
    await mkdir(join(folder, "out"), { recursive: true });
    await writeFile(join(folder, "api.json"), JSON.stringify(spec, undefined, 1));
    // hey-api needs the programming interface of TypeScript 5, and has one beside it.
    const owner = { orval: orvals, "hey-api": join(top, "bench/peers") }[name as string] ?? top;
    if (!into) await symlink(join(owner, "node_modules"), join(folder, "node_modules"));
    if (name === "openapi-fetch") {
      const client = 'import createClient from "openapi-fetch";\nimport type { paths } from "./types.js";\n';
      const use = "export default (options: object) => createClient<paths>(options);\n";
      await writeFile(join(folder, "out/client.ts"), client + use);
    }
    return { folder, ...(await run(peer.command(folder), folder)), ...usesOf(peer, folder) };
  };
  return { make, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
}

let bundles = 0;

function usesOf(peer: Peer, folder: string): Pick<Made, "text" | "call" | "complaints"> {
  return {
    async text() {
      const names = await readdir(join(folder, "out"), { recursive: true });
      // The bridge to OpenTelemetry is an entry for programs that have it; the client loads nothing of it.
      const files = names.filter((name) => name.endsWith(".ts") && !name.endsWith("opentelemetry.ts"));
      const texts = await Promise.all(files.map((name) => readFile(join(folder, "out", name), "utf8")));
      return texts.join("\n");
    },
    async call(call, base) {
      const file = join(folder, `bundle${bundles++}.mjs`);
      const entry = join(folder, "entry.ts");
      const module = JSON.stringify(`./${peer.entry}`);
      await writeFile(
        entry,
        `import * as m from ${module};\nexport const call = (c: any, base?: string): any => ${peer.call};\n`,
      );
      const bundle = await rolldown({ input: entry, platform: "node", logLevel: "silent" });
      await bundle.write({ file, codeSplitting: false });
      await bundle.close();
      const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
        call: (call: CallOf, base?: string) => Promise<unknown>;
      };
      return loaded.call(call, base);
    },
    async complaints(program = "export {};\n") {
      await writeFile(join(folder, "program.ts"), program);
      await writeFile(join(folder, "package.json"), '{"type":"module"}');
      const compilerOptions = {
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        types: [],
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
      };
      const files = ["program.ts", peer.entry];
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      return runCompiler("TypeScript 5.9", ["-p", folder], folder);
    },
  };
}
