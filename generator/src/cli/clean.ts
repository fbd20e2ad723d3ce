import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { reasonOf } from "../text/reason.js";
import { findOutputFolders } from "./buf-template.js";
import type { Command } from "./command.js";
import { findStaleFiles, removeStaleFiles } from "./stale-files.js";

const usage = "clean [DIR ...]";

const help = `stratus ${usage}

Removes what earlier runs of protoc-gen-stratus wrote and the last one did not: files of messages and
services that are gone. Run it after \`buf generate\`. Files of others are never removed.

  DIR          output folders of the plugin; default: those that buf.gen.yaml names
  --dry-run    lists what would be removed
`;

/** `stratus clean`: removes stale files of the plugin, and nothing else. */
export function cleanCommand(): Command {
  return {
    name: "clean",
    usage,
    help: "removes what earlier runs of the plugin wrote and the last one did not",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } },
      });
      if (values.help) {
        io.out(help);
        return 0;
      }
      const isDry = values["dry-run"] ?? false;
      for (const folder of positionals.length > 0 ? positionals : await foldersOfTemplate()) {
        const stale = await findStaleFiles(folder);
        if (!isDry) await removeStaleFiles(folder, stale);
        for (const path of stale) io.out(`${isDry ? "stale" : "removed"}: ${folder}/${path}\n`);
      }
      return 0;
    },
  };
}

const template = "buf.gen.yaml";

async function foldersOfTemplate(): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(template, "utf8");
  } catch (error) {
    throw new Error(
      `${template} cannot be read (${reasonOf(error)}): run this in its folder, or name output folders`,
      { cause: error },
    );
  }
  const folders = findOutputFolders(text);
  if (folders.length === 0)
    throw new Error(`${template} has no plugin protoc-gen-stratus: name its output folders`);
  return folders;
}
