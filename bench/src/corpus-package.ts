import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import { childMilliseconds } from "./child.js";
import { plugins, top, writeRequest, type Corpus } from "./corpus.js";
import { writeProject } from "./type-check.js";

/**
 * Generates the SDK of a corpus as a package of its own and compiles it as its users do. A program in its folder
 * can import it by its name.
 */
export async function buildPackage(name: string, corpus: Corpus, scratch: string): Promise<string> {
  const plugin = { ...plugins.stratus, parameter: `${plugins.stratus.parameter},package_name=${name}` };
  const input = await writeRequest(plugin, corpus, scratch);
  const output = `${input}.response`;
  await childMilliseconds([join(top, plugin.command)], { input, output });
  const { file: files, error } = fromBinary(CodeGeneratorResponseSchema, await readFile(output));
  if (error) throw new Error(`${plugin.name}: ${error}`);
  const folder = join(scratch, "package");
  await writeProject(folder, files);
  await childMilliseconds([join(top, "node_modules/typescript/bin/tsc"), "-p", folder]);
  return folder;
}
