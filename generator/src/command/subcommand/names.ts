import { writeFile } from "node:fs/promises";
import { loadOptionalPackage } from "../../kit/optional-package.js";
import { CommandError, errorText } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";
import { parseNamesFile } from "../../kit/text/names-file.js";
import { findNamesFile, noNamesFileError, updateNames } from "../folder/names-file.js";
import { type Command, createCommand } from "./command.js";
import { findOnlyOutput } from "./diff.js";

const usage = "names [DIR]";

const help = `stratus ${usage}

Writes the names of all elements of an SDK into the file of the option \`since\`, so that later versions
keep them. \`stratus release\` does the same. DIR is by default the output folder in buf.gen.yaml.

  --file PATH           another file than that of \`since\`
  --dry-run             list what would change, and write nothing
`;

/** `stratus names` writes the names file of an SDK. */
export function namesCommand(): Command {
  return createCommand({
    name: "names",
    usage,
    help: "records the names of an SDK, so that later versions keep them",
    text: help,
    options: { file: { type: "string" }, "dry-run": { type: "boolean" } },
    onlyPositional: "folder",
    async run(values, positionals, io) {
      const folder = positionals[0] ?? (await findOnlyOutput());
      const path = values.file ?? (await findNamesFile(folder)).path;
      if (path === undefined) throw noNamesFileError();
      // The descriptors of an SDK are a TypeScript module.
      const updated = await loadOptionalPackage({ name: "ts-morph" }, () => updateNames(path, folder));
      if (updated === undefined)
        throw new CommandError(
          "ARGUMENT_INVALID",
          `${folder} is not an SDK of protos. A REST client keeps its names in stratus.names.json`,
        );
      const isDry = values["dry-run"] ?? false;
      if (updated.before === updated.after) {
        io.out(`${path} is up to date.\n`);
        return 0;
      }
      if (!isDry) await write(path, updated.after);
      const changed = countChanged(updated.before ?? "", updated.after);
      io.out(
        `${isDry ? "would write" : "wrote"} ${path}: ${formatCount(changed, "element")} new or changed\n`,
      );
      return 0;
    },
  });
}

function textOf(names: ReadonlyMap<string, string> = new Map()): string {
  return JSON.stringify([...names]);
}

/** Counts the elements with a line that the file did not have. */
function countChanged(before: string, after: string): number {
  const old = parseNamesFile(before).elements;
  return [...parseNamesFile(after).elements].filter(
    ([element, { names }]) => !old.has(element) || textOf(names) !== textOf(old.get(element)?.names),
  ).length;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError("WRITE_FAILED", `${path} cannot be written: ${errorText(error)}`, {
      cause: error,
    });
  }
}
