import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The name of the session's class that the `buf.gen.yaml` of a folder gives the generator, so that protos that were not generated
 * yet have the variables that their SDK will read. Undefined without such a file or option.
 */
export function templateSession(folder: string): string | undefined {
  const path = join(folder, "buf.gen.yaml");
  if (!existsSync(path)) return undefined;
  // An entry of a list of options, alone or among others in one text, is written the same in every YAML.
  return /^[^#\n]*\bsession_name=([A-Za-z_$][\w$]*)/m.exec(readFileSync(path, "utf8"))?.[1];
}
