import { join } from "node:path";
import { childMilliseconds } from "./child.js";
import { generatedBy, plugins, top, type Corpus } from "./corpus.js";
import { writeProject } from "./type-check.js";

/**
 * Generates the SDK of a corpus as a separate package and builds it as its script does. A program in its folder
 * can import it by its name.
 */
export async function buildPackage(name: string, corpus: Corpus, scratch: string): Promise<string> {
  const plugin = { ...plugins.stratus, parameter: `${plugins.stratus.parameter},package_name=${name}` };
  const { files } = await generatedBy(plugin, corpus, scratch);
  const folder = join(scratch, "package");
  await writeProject(folder, files);
  const build = { cwd: folder };
  await childMilliseconds(["bundle.js"], build);
  await childMilliseconds([join(top, "node_modules/typescript/bin/tsc"), "-b"], build);
  return folder;
}
