import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { openFolder } from "./compile.fixture.js";

/** A package that was generated for a test, and built without asking for its types. */
export interface BuiltPackage extends AsyncDisposable {
  readonly path: string;
}

/** Writes a generated package into a folder of its own and builds it. */
export async function buildPackage(files: Readonly<Record<string, string>>): Promise<BuiltPackage> {
  const folder = await openFolder();
  await rm(join(folder.path, "package.json"));
  await folder.write(files);
  const sources = Object.keys(files).filter((path) => path.endsWith(".ts"));
  await build({
    entryPoints: sources.map((path) => join(folder.path, path)),
    outbase: join(folder.path, "src"),
    outdir: join(folder.path, "dist"),
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  return { path: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
