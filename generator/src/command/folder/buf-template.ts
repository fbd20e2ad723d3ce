import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { CommandError, errorText } from "../../kit/problem.js";
import { readTextIfExists } from "./read-text.js";

const pluginName = "protoc-gen-stratus";

/** Finds the output folders of the plugin in the text of a `buf.gen.yaml`, without duplicates. */
export function findOutputFolders(text: string): readonly string[] {
  const folders = findPluginEntries(text).flatMap((one) => {
    const out = readMember(one, "out");
    return typeof out === "string" ? [out] : [];
  });
  return [...new Set(folders)];
}

/**
 * Reads the options of the plugin from the `buf.gen.yaml` of a folder, joined as buf joins them. Empty without such a file
 * or entry. The first of several entries counts.
 *
 * @param folder default: this folder
 */
export async function readPluginParameter(folder = "."): Promise<string> {
  const [entry] = findPluginEntries((await readTextIfExists(join(folder, template))) ?? "");
  const opt = readMember(entry, "opt");
  return (Array.isArray(opt) ? opt : [opt]).filter((one) => typeof one === "string").join(",");
}

/** Finds the entries of the plugin. */
function findPluginEntries(text: string): readonly unknown[] {
  const plugins = readMember(parseTemplate(text), "plugins");
  return Array.isArray(plugins) ? plugins.filter((one) => isPlugin(readMember(one, "local"))) : [];
}

const template = "buf.gen.yaml";

/**
 * Reads the output folders of the plugin from the `buf.gen.yaml` of this folder.
 *
 * @throws Error if the file cannot be read or does not name the plugin.
 */
export async function readOutputFolders(): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(template, "utf8");
  } catch (error) {
    throw new CommandError(
      "FILE_UNREADABLE",
      `Cannot read ${template} (${errorText(error)}). Run this command in its folder, or name the output folders`,
      { cause: error },
    );
  }
  const folders = findOutputFolders(text);
  if (folders.length === 0)
    throw new CommandError(
      "FILE_INVALID",
      `${template} does not contain the plugin protoc-gen-stratus. Add it, or name the output folders`,
    );
  return folders;
}

function parseTemplate(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CommandError("FILE_INVALID", `${template} is not valid YAML: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** Returns whether `local` is the name or path of the plugin, alone or in a command. */
function isPlugin(local: unknown): boolean {
  const parts: unknown[] = Array.isArray(local) ? local : [local];
  return parts.some(
    (part) => typeof part === "string" && new RegExp(`(^|/)${pluginName}(\\.js)?$`).test(part),
  );
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
