import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Compiler, openFolder, runCompiler, strictest } from "../compile.fixture.js";
import { patienceMs } from "../patience.js";

const settings = {
  ...strictest,
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  types: ["node"],
  skipLibCheck: false,
};

/** A copy of a frozen SDK with its program, in a folder that resolves the current runtime. */
export interface OpenSdk extends AsyncDisposable {
  readonly path: string;
  /** Compiles the SDK and then the program, which imports the SDK by name. Returns what the compiler prints. */
  compile(compiler: Compiler): Promise<string>;
  /** Runs the program that was compiled last, and returns its output. */
  run(env: Readonly<Record<string, string>>): Promise<string>;
}

/** Copies a frozen SDK to a temporary folder, which is deleted when the result is disposed. */
export async function openSdk(frozen: string): Promise<OpenSdk> {
  const folder = await openFolder();
  const { path } = folder;
  for (const part of ["package.json", "src", "program.ts"])
    cpSync(join(frozen, part), join(path, part), { recursive: true });
  const sdk = { ...settings, rootDir: "src", outDir: "dist", declaration: true };
  const program = { ...settings, rootDir: ".", outDir: "program" };
  await folder.write({
    "tsconfig.json": JSON.stringify({ compilerOptions: sdk, include: ["src"] }),
    "tsconfig.program.json": JSON.stringify({ compilerOptions: program, files: ["program.ts"] }),
  });
  const execute = promisify(execFile);
  const compileBy = (compiler: Compiler, config: string): Promise<string> =>
    runCompiler(compiler, ["-p", join(path, config)], path);
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
