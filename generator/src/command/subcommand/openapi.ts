import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { generateRestClient } from "../../rest/pass.js";
import { lockFile } from "../../rest/model/name-lock.js";
import { errorText, Problems, showProblems } from "../../kit/problem.js";
import { counted } from "../../kit/text/counted.js";
import type { Command } from "./command.js";
import { help, namesOf, readArguments, readHow, usage, type OpenapiOptions } from "./openapi-options.js";
import { writePackage } from "../folder/package-folder.js";
import { textAt } from "../folder/text-at.js";
import { openBelow } from "../folder/described-files.js";
import { frozenRead, KeptSources, sourcesFile } from "../remote/kept-sources.js";
import { readHeaders } from "../remote/headers.js";
import { isAddress, RemoteTexts } from "../remote/remote-texts.js";
import type { OpenFile } from "../../rest/read/files.js";
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
      const sources = await sourcesOf(spec, values.out, values);
      const text = isAddress(spec) ? await sources.read(spec) : await readSpec(spec);
      const extension = values.extend === undefined ? undefined : await readExtensionFolder(values.extend);
      const lock = await textAt(join(values.out, lockFile));
      const file = isAddress(spec) ? spec.replace(/[?#].*$/s, "") : spec;
      const source = { file, text, open: openOf(spec, values, sources), extension, lock };
      const { files, operations, leftOut, notes } = await generateRestClient(source, names, how);
      const changed = await writePackage(values.out, [...files, ...sources.files()]);
      if (notes.length > 0) io.error(`${showProblems(notes)}\n`);
      const less = leftOut.length === 0 ? "" : `; left out: ${leftOut.length} (see above)`;
      io.out(
        `${values.out}: ${counted(operations, "operation")}, ${counted(files.length, "file")}, ${changed} changed${less}\n`,
      );
      return 0;
    },
  };
}

/** The network, or what an earlier run read there. */
async function sourcesOf(
  spec: string,
  out: string,
  { header = [], frozen }: OpenapiOptions,
): Promise<KeptSources> {
  const file = join(out, sourcesFile);
  if (frozen) return new KeptSources(frozenRead(await textAt(file), file));
  if (header.length > 0 && !isAddress(spec)) throw new Error("--header is for a SPEC that is an address");
  const remote = new RemoteTexts(isAddress(spec) ? spec : undefined, readHeaders(header, env));
  return new KeptSources((address) => remote.read(address));
}

/** The files that a description may name: those below a folder, and addresses if they are allowed. */
function openOf(spec: string, values: OpenapiOptions, sources: KeptSources): OpenFile {
  const openFile = isAddress(spec) ? undefined : openBelow(spec, values.root);
  return (path) => {
    if (!isAddress(path) && openFile) return openFile(path);
    if (values["allow-remote"]) return sources.read(path);
    const what = `it is an address, ${path.split("?", 1)[0]}`;
    throw new Problems([
      { code: "FILE_UNREADABLE", what, fix: "Allow references over the network by --allow-remote" },
    ]);
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
