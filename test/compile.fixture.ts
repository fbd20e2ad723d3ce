import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const top = fileURLToPath(new URL("../", import.meta.url));

export type Compiler = "TypeScript 7" | "TypeScript 5.9";

/** The program of TypeScript 7 itself, since its wrapper takes a third as long to start as it to compile a small API. */
const native = join(top, `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`);

/** The commands of the compilers that output must pass. More threads would cost a third more processor time. */
export const compilers: Readonly<Record<Compiler, readonly [program: string, ...args: string[]]>> = {
  "TypeScript 7": existsSync(native)
    ? [native, "--singleThreaded"]
    : [process.execPath, join(top, "node_modules/typescript/bin/tsc"), "--singleThreaded"],
  "TypeScript 5.9": [process.execPath, join(top, "generator/node_modules/typescript/bin/tsc")],
};

/** Runs a compiler and returns what it prints, which is nothing if it finds no mistake. */
export function runCompiler(compiler: Compiler, args: readonly string[], cwd = top): Promise<string> {
  const [program, ...first] = compilers[compiler];
  return new Promise((resolve) => {
    execFile(program, [...first, ...args], { cwd, maxBuffer: 1 << 26 }, (_, out, err) =>
      resolve(`${out}${err}`.trim()),
    );
  });
}

/**
 * The compilers that a run tries. TypeScript 5.9, which takes five to ten times as long, has `npm run long -- compilers` to
 * itself, but for a package or two.
 */
export const triedCompilers: readonly Compiler[] =
  process.env["STRATUS_COMPILERS"] === "all" ? ["TypeScript 7", "TypeScript 5.9"] : ["TypeScript 7"];

/** The strictest settings that people use, for types and for the compilers of others. */
export const strictest = {
  module: "nodenext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: true,
};

const settings = {
  ...strictest,
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  rootDir: ".",
  outDir: "dist",
  noUnusedParameters: true,
  noPropertyAccessFromIndexSignature: true,
  allowUnreachableCode: false,
  isolatedDeclarations: true,
  declaration: true,
};

/** A folder outside the repository that sees its packages; it is removed at the end of `await using`. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  /** Writes files by their path below the folder. */
  write(files: Files): Promise<void>;
  /** Compiles all of it into `dist`; what the compiler says, nothing where it is content. */
  compile(compiler: Compiler): Promise<string>;
  /** The same without output, and without what only declarations need. */
  check(compiler: Compiler): Promise<string>;
  /** Loads a module of `dist`. */
  load<Module>(path: string): Promise<Module>;
}

type Files = Readonly<Record<string, string>>;

/** Makes such a folder of files that TypeScript 7 compiles into `dist`. */
export async function buildFolder(files: Files): Promise<Folder> {
  const folder = await openFolder();
  await folder.write(files);
  refuse(await folder.compile("TypeScript 7"));
  return folder;
}

/** Expects that files pass a compiler, without output. */
export async function expectCompiles(files: Files, compiler: Compiler = "TypeScript 7"): Promise<void> {
  await using folder = await openFolder();
  await folder.write(files);
  refuse(await folder.check(compiler));
}

function refuse(said: string): void {
  if (said !== "") throw new Error(said);
}

/** Makes such a folder. */
export async function openFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "stratus-output-"));
  await symlink(join(top, "node_modules"), join(path, "node_modules"));
  const write = async (files: Files): Promise<void> => {
    await Promise.all(
      Object.entries(files).map(async ([name, text]) => {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }),
    );
  };
  await write({
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: settings, include: ["**/*.ts"], exclude: ["dist"] }),
  });
  const run = (compiler: Compiler, ...flags: readonly string[]): Promise<string> =>
    runCompiler(compiler, ["-p", path, ...flags], path);
  return {
    path,
    write,
    compile: (compiler) => run(compiler),
    check: (compiler) =>
      run(compiler, "--noEmit", "--declaration", "false", "--isolatedDeclarations", "false"),
    load: (name) => import(pathToFileURL(join(path, "dist", name)).href),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
