import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { fingerprint, run } from "./tool.js";

/** A Python that has grpc-core, with the protos of the tests. */
export interface Python {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Finds a Python with the libraries, and makes code of the protos with `protoc` unless a run before this one did. */
export function pythonWithGrpc(cache: string, protos: string): Python {
  const command = findPython(env);
  if (command === undefined) throw new Error("no python3 has grpc, h2 and google.protobuf");
  const names = readdirSync(protos).filter((name) => name.endsWith(".proto"));
  const folder = join(cache, `python-${fingerprint(names.map((name) => join(protos, name)))}`);
  if (!existsSync(folder)) {
    const work = `${folder}-unfinished`;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    stage(protos, names, work);
    renameSync(work, folder);
  }
  return { command, env: { ...env, PYTHONPATH: folder } };
}

/** `grpc` is the name of the library too: the modules stand in no package, so that none hides the other. */
function stage(protos: string, names: readonly string[], work: string): void {
  for (const name of names) {
    const text = readFileSync(join(protos, name), "utf8");
    writeFileSync(join(work, name), text.replaceAll('import "grpc/testing/', 'import "'));
  }
  run(work, "protoc", ["--python_out=.", ...names]);
}

/** A Python with the libraries: the one that STRATUS_INTEROP_PYTHON names, or the first on the PATH that has them. */
export function findPython({
  PATH = "",
  STRATUS_INTEROP_PYTHON: named,
}: NodeJS.ProcessEnv): string | undefined {
  const candidates =
    named === undefined ? PATH.split(delimiter).map((folder) => join(folder, "python3")) : [named];
  const libraries = "import grpc, h2, google.protobuf";
  return candidates.find(
    (command) => spawnSync(command, ["-c", libraries], { stdio: "ignore" }).status === 0,
  );
}
