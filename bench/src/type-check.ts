import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { childMilliseconds } from "./child.js";
import {
  buildCorpus,
  corpusSmall,
  type GeneratedFile,
  generatedBy,
  plugins,
  top,
  type Corpus,
  type Plugin,
} from "./corpus.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";

/** Settings of a strict project; the declarations of packages are taken as they are. */
export const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Type-check of what comes of corpus-small, by TypeScript 7, as it costs the
 * users of an SDK in every build. The peer's output has messages and services;
 * ours has clients, field tables and a session beside them.
 */
export async function typeCheckRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const corpus = await buildCorpus(corpusSmall, folder);
    const contestants: Contestant[] = [
      await contest(plugins.protobufEs, corpus, folder),
      await contest(plugins.stratus, corpus, folder),
    ];
    return await compare("type-check of a generated SDK", "ms CPU", contestants, {
      warmUp: 1,
      measured: 7,
      seconds: 30,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Generates the code and compiles it once. Throws when it does not compile. */
async function contest(plugin: Plugin, corpus: Corpus, folder: string): Promise<Contestant> {
  const { files, project } = await generatedBy(plugin, corpus, folder);
  await writeProject(project, files);
  const compiler = join(top, "node_modules/typescript/bin/tsc");
  return { name: plugin.name, slice: () => childMilliseconds([compiler, "-p", project]) };
}

/** Lays files out as a project that sees the packages of the repository. */
export async function writeProject(project: string, files: readonly GeneratedFile[]): Promise<void> {
  await mkdir(project);
  await symlink(join(top, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  for (const { name, content } of files) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), content);
  }
}
