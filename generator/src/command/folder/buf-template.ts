import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { errorText } from "../../kit/problem.js";
import { textAt } from "./text-at.js";

const pluginName = "protoc-gen-stratus";

/** Output folders of the plugin in the text of a `buf.gen.yaml`, each once. */
export function findOutputFolders(text: string): readonly string[] {
  const folders = entriesIn(text).flatMap((one) => {
    const out = member(one, "out");
    return typeof out === "string" ? [out] : [];
  });
  return [...new Set(folders)];
}

/**
 * The options that the `buf.gen.yaml` of this folder gives the plugin, as buf joins them; empty without such a file or entry. Of
 * several entries the first counts.
 */
export async function pluginParameter(): Promise<string> {
  const [entry] = entriesIn((await textAt(template)) ?? "");
  const opt = member(entry, "opt");
  return (Array.isArray(opt) ? opt : [opt]).filter((one) => typeof one === "string").join(",");
}

/** The entries of the plugin. */
function entriesIn(text: string): readonly unknown[] {
  const plugins = member(parseTemplate(text), "plugins");
  return Array.isArray(plugins) ? plugins.filter((one) => isOurs(member(one, "local"))) : [];
}

const template = "buf.gen.yaml";

/**
 * Output folders of the plugin in the `buf.gen.yaml` of this folder.
 * @throws Error where it cannot be read or does not name the plugin.
 */
export async function readOutputFolders(): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(template, "utf8");
  } catch (error) {
    throw new Error(
      `${template} cannot be read (${errorText(error)}): run this in its folder, or name output folders`,
      { cause: error },
    );
  }
  const folders = findOutputFolders(text);
  if (folders.length === 0)
    throw new Error(`${template} has no plugin protoc-gen-stratus: name its output folders`);
  return folders;
}

function parseTemplate(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${template} is not YAML: ${errorText(error)}`, { cause: error });
  }
}

/** The plugin by its name or path, alone or behind the command that starts it. */
function isOurs(local: unknown): boolean {
  const parts: unknown[] = Array.isArray(local) ? local : [local];
  return parts.some(
    (part) => typeof part === "string" && new RegExp(`(^|/)${pluginName}(\\.js)?$`).test(part),
  );
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
