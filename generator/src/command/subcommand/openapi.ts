import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateRestClient } from "../../rest/pass.js";
import { lockFile } from "../../rest/model/name-lock.js";
import { showProblems } from "../../kit/problem.js";
import { errorText } from "../../kit/text/error-text.js";
import type { Command } from "./command.js";
import { help, namesOf, readArguments, readHow, usage } from "./openapi-options.js";
import { writePackage } from "../folder/package-folder.js";
import { textAt } from "../folder/text-at.js";
import { openBelow } from "../folder/described-files.js";
import { readExtensionFolder } from "../folder/extension-folder.js";

/** `stratus openapi`: a REST client from an OpenAPI description. */
export function openapiCommand(): Command {
  return {
    name: "openapi",
    usage,
    help: "generates a REST client from an OpenAPI description",
    async run(args, io) {
      const { values, positionals } = readArguments(args);
      if (values.help) {
        io.out(help);
        return 0;
      }
      const [spec, ...rest] = positionals;
      if (spec === undefined || values.out === undefined || rest.length > 0) {
        io.error(`Name one description and a folder for the package.\n\n${help}`);
        return 2;
      }
      const names = namesOf(
        spec,
        values["package-name"],
        values["package-version"] ?? (await versionIn(values.out)),
        values.name,
      );
      const how = readHow(values);
      // Of the commands of `stratus` this one alone is short.
      await import("../process/short-run.js");
      const text = await readSpec(spec);
      const extension = values.extend === undefined ? undefined : await readExtensionFolder(values.extend);
      const lock = await textAt(join(values.out, lockFile));
      const source = { file: spec, text, open: openBelow(spec, values.root), extension, lock };
      const { files, operations, leftOut, notes } = await generateRestClient(source, names, how);
      await writePackage(values.out, files);
      if (notes.length > 0) io.error(`${showProblems(notes)}\n`);
      const less = leftOut.length === 0 ? "" : `; left out: ${leftOut.length} (see above)`;
      io.out(
        `${names.packageName}: ${operations} operations, ${files.length} files in ${values.out}${less}\n`,
      );
      return 0;
    },
  };
}

/** The version of a package that is there already: `stratus release` writes it there. */
async function versionIn(folder: string): Promise<string | undefined> {
  const text = await textAt(join(folder, "package.json"));
  const [, version] = /^  "version": "([^"]+)"/m.exec(text ?? "") ?? [];
  return version;
}

async function readSpec(file: string): Promise<string> {
  try {
    // Read as text, it would come in pieces, which are put together once more.
    return (await readFile(file)).toString();
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === "EISDIR";
    throw new Error(`${file} cannot be read: ${isFolder ? "it is a folder" : errorText(error)}`, {
      cause: error,
    });
  }
}
