import { parseArgs } from "node:util";
import { readOutputFolders } from "../folder/buf-template.js";
import { outputInWords } from "../folder/output-words.js";
import type { Command } from "./command.js";
import { findStaleFiles, removeStaleFiles } from "../folder/stale-files.js";

const usage = "clean [DIR ...]";

const help = `stratus ${usage}

Removes what earlier runs of protoc-gen-stratus wrote and the last one did not: files of messages and
services that are gone. Run it after \`buf generate\`. Files of others are never removed. The last line counts what the
folder holds now, and how many of its files are not those of the last commit.

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
      for (const folder of positionals.length > 0 ? positionals : await readOutputFolders()) {
        const stale = await findStaleFiles(folder);
        if (!isDry) await removeStaleFiles(folder, stale);
        for (const path of stale) io.out(`${isDry ? "stale" : "removed"}: ${folder}/${path}\n`);
        if (!isDry) io.out(`${folder}: ${await outputInWords(folder)}\n`);
      }
      return 0;
    },
  };
}
