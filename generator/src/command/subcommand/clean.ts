import { readOutputFolders } from "../folder/buf-template.js";
import { describeOutput } from "../folder/describe-output.js";
import { type Command, createCommand } from "./command.js";
import { findStaleFiles, removeStaleFiles } from "../folder/stale-files.js";

const usage = "clean [DIR ...]";

const help = `stratus ${usage}

Removes files that earlier runs of protoc-gen-stratus wrote and the last run did not, such as files of
removed services. Run it after \`buf generate\`. It never removes other files. The last line counts the
files in the folder, and those that changed since the last commit.

  DIR          output folders of the plugin; default: those in buf.gen.yaml
  --dry-run    list the files, and remove nothing
`;

/** `stratus clean` removes stale files of the plugin. */
export function cleanCommand(): Command {
  return createCommand({
    name: "clean",
    usage,
    help: "removes stale files of earlier runs of the plugin",
    text: help,
    options: { "dry-run": { type: "boolean" } },
    async run(values, positionals, io) {
      const isDry = values["dry-run"] ?? false;
      for (const folder of positionals.length > 0 ? positionals : await readOutputFolders()) {
        const stale = await findStaleFiles(folder);
        if (!isDry) await removeStaleFiles(folder, stale);
        for (const path of stale) io.out(`${isDry ? "stale" : "removed"}: ${folder}/${path}\n`);
        if (!isDry) io.out(`${folder}: ${await describeOutput(folder)}\n`);
      }
      return 0;
    },
  });
}
