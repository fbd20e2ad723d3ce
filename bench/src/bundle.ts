import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A program, and how it is bundled. */
export interface BundledProgram {
  /** The folder of the program, from which it imports. */
  readonly folder: string;
  readonly source: string;
  readonly platform: "browser" | "node";
  /** Whether what is loaded later stands in files of its own. */
  readonly splitting: boolean;
  /** Whether the program takes the runtime from its sources, so that each byte has the module that it comes from. */
  readonly isFromSources?: boolean;
}

/** The files that a program loads before any of its code runs. */
export interface Start {
  /** Bytes, minified and with gzip. */
  readonly bytes: number;
  /** Minified bytes by absolute path of the source. */
  readonly modules: ReadonlyMap<string, number>;
}

/** Bundles a program with esbuild, and measures what it loads at its start. */
export async function bundleStart(program: BundledProgram): Promise<Start> {
  const { folder, source, platform, splitting, isFromSources } = program;
  await writeFile(join(folder, "program.ts"), source);
  const { metafile, outputFiles } = await build({
    entryPoints: ["program.ts"],
    absWorkingDir: folder,
    bundle: true,
    splitting,
    minify: true,
    format: "esm",
    platform,
    target: platform === "node" ? "node20" : "es2022",
    // A list turns off `module`, which bundlers have by default.
    ...(isFromSources ? { conditions: ["stratus-source", "module"] } : {}),
    outdir: "out",
    metafile: true,
    write: false,
  });
  const { outputs } = metafile;
  const names = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "program.ts"));
  for (const name of names) {
    for (const { kind, path } of outputs[name]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) names.add(path);
    }
  }
  const modules = new Map<string, number>();
  for (const name of names) {
    for (const [path, { bytesInOutput }] of Object.entries(outputs[name]?.inputs ?? {}))
      modules.set(resolve(folder, path), bytesInOutput);
  }
  const bytes = outputFiles
    .filter(({ path }) => names.has(path.slice(folder.length + 1)))
    .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  return { bytes, modules };
}
