import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Compiler, compilers, openFolder, strictest } from "../compile.fixture.js";
import { patienceMs } from "../patience.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** SDKs as earlier generators wrote them, by the names of their folders here. */
export function frozenSdks(): readonly string[] {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, "package.json")))
    .map(({ name }) => name)
    .sort();
}

/** What `npm run freeze` wrote beside a folder: the digest of all that is in it. */
export function noted(name: string): string {
  const path = join(here, `${name}.sha256`);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "missing";
}

/** The digest of a folder: of the paths and texts of its files, whatever ends their lines. */
export function digestOf(name: string): string {
  const folder = join(here, name);
  const hash = createHash("sha256");
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .map((path) => [path.slice(folder.length + 1).replaceAll("\\", "/"), path] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [shown, path] of paths)
    hash.update(`${shown}\0${readFileSync(path, "utf8").replaceAll("\r\n", "\n")}\0`);
  return hash.digest("hex");
}

const settings = {
  ...strictest,
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  // Types of the platform are those that programs of Node have.
  types: ["node"],
  skipLibCheck: false,
};

/** A frozen SDK with its program, in a folder that sees today's runtime. */
export interface OpenSdk extends AsyncDisposable {
  readonly path: string;
  /** Compiles the SDK and then the program, which imports it by its name; what the compiler says. */
  compile(compiler: Compiler): Promise<string>;
  /** Runs the program that was compiled last; what it prints. */
  run(env: Readonly<Record<string, string>>): Promise<string>;
}

/** Opens a frozen SDK; its folder is removed at the end of `await using`. */
export async function openSdk(name: string): Promise<OpenSdk> {
  const folder = await openFolder();
  const { path } = folder;
  for (const part of ["package.json", "src", "program.ts"])
    cpSync(join(here, name, part), join(path, part), { recursive: true });
  const sdk = { ...settings, rootDir: "src", outDir: "dist", declaration: true };
  const program = { ...settings, rootDir: ".", outDir: "program" };
  await folder.write({
    "tsconfig.json": JSON.stringify({ compilerOptions: sdk, include: ["src"] }),
    "tsconfig.program.json": JSON.stringify({ compilerOptions: program, files: ["program.ts"] }),
  });
  const execute = promisify(execFile);
  const compileBy = async (compiler: Compiler, config: string): Promise<string> => {
    const args = [compilers[compiler], "-p", join(path, config)];
    return execute(process.execPath, args, { cwd: path, maxBuffer: 1 << 26 }).then(
      () => "",
      (failure: { stdout: string; stderr: string }) => `${failure.stdout}${failure.stderr}`.trim(),
    );
  };
  return {
    path,
    compile: async (compiler) =>
      (await compileBy(compiler, "tsconfig.json")) || (await compileBy(compiler, "tsconfig.program.json")),
    run: async (env) => {
      const running = execute(process.execPath, ["program/program.js"], {
        cwd: path,
        env: { PATH: process.env["PATH"], ...env },
        timeout: patienceMs,
      });
      const { stdout, stderr } = await running;
      return `${stdout}${stderr}`.trim();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
