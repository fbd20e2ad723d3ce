import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { type Corpus, type GeneratedFile, generatedBy, type Plugin, top } from "./corpus.js";
import type { Order } from "./message-program.js";

/** A codec: what generates it, and a program that reads and writes with it. */
export interface Peer {
  readonly name: string;
  /** Undefined for a codec that is made of the protos when the program starts. */
  readonly plugin: Plugin | undefined;
  /** Exports `decode` and `encode` for messages by the names of the inputs. */
  readonly program: string;
}

/** The bytes that all codecs read: their files, by name. */
export type Inputs = Readonly<Record<string, string>>;

/** A codec that works in a separate process. */
export interface Program {
  readonly name: string;
  readonly child: ChildProcess;
  run(order: Order): Promise<number>;
}

/** Starts a codec. A compiler that has seen one codec treats the next one's code otherwise: each has its own process. */
export async function startProgram(
  { name, plugin, program }: Peer,
  corpus: Corpus,
  inputs: Inputs,
  folder: string,
): Promise<Program> {
  const { files, project } = plugin
    ? await generatedBy(plugin, corpus, folder)
    : { files: [], project: join(folder, `${name.replaceAll(/\W+/g, "-")}.project`) };
  await layOut(project, [...files, { name: "program.ts", content: program }]);
  const bundle = join(project, "bundle.mjs");
  await build({
    input: join(project, "program.ts"),
    platform: "node",
    output: { file: bundle, format: "esm" },
    logLevel: "silent",
  });
  const named = Object.entries(inputs).map(([input, path]) => `${input}=${path}`);
  const child = fork(fileURLToPath(new URL("message-program.js", import.meta.url)), [bundle, ...named]);
  const ended = once(child, "exit").then(() => {
    throw new Error(`the program of ${name} has ended`);
  });
  ended.catch(() => undefined);
  return {
    name,
    child,
    async run(order) {
      child.send(order);
      const [cost] = (await Promise.race([once(child, "message"), ended])) as [number];
      return cost;
    },
  };
}

async function layOut(project: string, files: readonly GeneratedFile[]): Promise<void> {
  await mkdir(project);
  await symlink(join(top, "node_modules"), join(project, "node_modules"));
  for (const { name, content } of files) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), content);
  }
}
