import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromJson, toBinary, type JsonObject } from "@bufbuild/protobuf";
import { type Inputs, startProgram } from "./codec-programs.js";
import { compileProtos, plugins, shapeProtos, type Corpus } from "./corpus.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";

/** The elements of the whole message, which has 10 MB or more, and of a tenth of it. */
const counts = { whole: 1_000_000, tenth: 100_000 } as const;

/** Lists of `bench/protos/shapes.proto` by the name of their rows. */
const lists = {
  texts: { message: "Texts", make: (n: number) => ({ texts: indexes(n).map((index) => `word-${index}`) }) },
  numbers: { message: "Numbers", make: (n: number) => ({ doubles: indexes(n).map((index) => index + 0.5) }) },
  messages: {
    message: "Wide",
    make: (n: number) => ({ choices: indexes(n).map((index) => ({ id: String(index), event04: "text" })) }),
  },
} as const;

const indexes = (length: number): number[] => Array.from({ length }, (_, index) => index);

const program = (list: keyof typeof lists): string => `
  import { ${lists[list].message} as type } from "./shapes/shapes.ts";
  export const decode = (part, bytes) => type.decode(bytes);
  export const encode = (part, message) => type.encode(message);
`;

const rounds = { warmUp: 2, measured: 11 };

/**
 * The cost of an element in a message of a million elements, compared with one of a tenth: it must not grow. Each list has
 * a process, because large messages of others would make each garbage collection longer.
 */
export async function messageScaleRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const list of ["texts", "numbers", "messages"] as const) rows.push(...(await listRows(list)));
  return rows;
}

async function listRows(list: keyof typeof lists): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-scale-"));
  const corpus = await compileProtos(shapeProtos, folder);
  const plugin = { ...plugins.stratus, parameter: "clients=false" };
  const inputs = await writeInputs(list, corpus, folder);
  const codec = await startProgram(
    { name: "stratus", plugin, program: program(list) },
    corpus,
    inputs,
    folder,
  );
  try {
    const rows: Row[] = [];
    for (const work of ["decode", "encode"] as const) {
      const contestant = (name: string, part: keyof typeof counts): Contestant => ({
        name,
        slice: async () => ((await codec.run({ work, type: part })) / counts[part]) * 1000,
      });
      const contestants = [contestant("a tenth", "tenth"), contestant("stratus", "whole")];
      rows.push(...(await compare(`${work}, a million ${list}`, "ns CPU", contestants, rounds)));
    }
    return rows;
  } finally {
    codec.child.kill();
    await rm(folder, { recursive: true });
  }
}

async function writeInputs(list: keyof typeof lists, { files }: Corpus, folder: string): Promise<Inputs> {
  const registry = createFileRegistry({ $typeName: "google.protobuf.FileDescriptorSet", file: [...files] });
  const { message, make } = lists[list];
  const type = registry.getMessage(`shapes.${message}`);
  if (!type) throw new Error(`there is no message ${message}`);
  const inputs: Record<string, string> = {};
  for (const [part, count] of Object.entries(counts)) {
    const path = join(folder, `${part}.bin`);
    const json: JsonObject = make(count);
    await writeFile(path, toBinary(type, fromJson(type, json)));
    inputs[part] = path;
  }
  return inputs;
}
