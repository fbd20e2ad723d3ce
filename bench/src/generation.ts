import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childMilliseconds } from "./child.js";
import {
  buildCorpus,
  corpusSmall,
  plugins,
  readResponse,
  top,
  writeRequest,
  type Corpus,
  type Plugin,
} from "./corpus.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";

/** Generation of corpus-small, messages included, each plugin as buf runs it: one process, one request, one response. */
export async function generationRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const corpus = await buildCorpus(corpusSmall, folder);
    const contestants: Contestant[] = [];
    for (const plugin of [plugins.tsProto, plugins.protobufEs, plugins.stratus]) {
      contestants.push(await contest(plugin, corpus, folder));
    }
    return await compare(`generation, ${corpus.names.length} files`, "ms CPU", contestants, {
      warmUp: 0,
      measured: 5,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A plugin with its request on disk. A slice throws when the plugin reports an error instead of files. */
async function contest(plugin: Plugin, corpus: Corpus, folder: string): Promise<Contestant> {
  const input = await writeRequest(plugin, corpus, folder);
  const output = `${input}.response`;
  return {
    name: plugin.name,
    async slice() {
      const cost = await childMilliseconds([join(top, plugin.command)], { input, output });
      await readResponse(plugin, output);
      return cost;
    },
  };
}
