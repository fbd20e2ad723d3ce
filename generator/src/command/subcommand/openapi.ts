import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { generateRestClient } from "../../rest/generate-rest-client.js";
import { lockFile } from "../../rest/model/name-lock.js";
import { CommandError, errorText, Problems, formatProblems } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";
import { type Command, createCommand } from "./command.js";
import {
  help,
  chooseNames,
  hasCommonName,
  options,
  readGenerateOptions,
  toPackageName,
  usage,
  type OpenapiOptions,
} from "./openapi-options.js";
import { writePackage } from "../folder/package-folder.js";
import { readTextIfExists } from "../folder/read-text.js";
import { openInFolder } from "../folder/referenced-files.js";
import { createFrozenReader, RecordedSources, recordedSourcesFile } from "../remote/recorded-sources.js";
import { readHeaders } from "../remote/headers.js";
import { isAddress, RemoteReader } from "../remote/remote-reader.js";
import type { OpenFile } from "../../rest/read/description-files.js";
import { isJsonObject } from "../../rest/read/json.js";
import { readSpecText } from "../../rest/read/spec-text.js";
import type { PackageNames } from "../../rest/view/package-names.js";
import { readExtensionFolder } from "../folder/extension-folder.js";

/** `stratus openapi` generates a REST client from an OpenAPI document. */
export function openapiCommand(): Command {
  return createCommand({
    name: "openapi",
    usage,
    help: "generates a REST client from an OpenAPI document",
    text: help,
    options,
    async run(values, positionals, io) {
      const [spec, ...rest] = positionals;
      if (spec === undefined || rest.length > 0)
        throw new CommandError("ARGUMENT_INVALID", "Name one OpenAPI document");
      if (values.out === undefined)
        throw new CommandError("OPTION_MISSING", "Name a folder for the package with --out");
      const existing = await readPackage(values.out);
      const nameWith = (packageName: string | undefined): PackageNames =>
        chooseNames(spec, packageName, values["package-version"] ?? existing.version, values.name);
      // Wrong names are refused before anything is read.
      const given = nameWith(values["package-name"]);
      const how = readGenerateOptions(values);
      // Only this command of `stratus` is short.
      await import("../process/short-run.js");
      const sources = await openSources(spec, values.out, values);
      const text = isAddress(spec) ? await sources.read(spec) : await readSpec(spec);
      const extension = values.extend === undefined ? undefined : await readExtensionFolder(values.extend);
      const lock = await readTextIfExists(join(values.out, lockFile));
      const file = isAddress(spec) ? spec.replace(/[?#].*$/s, "") : spec;
      const isNamedByTitle = values["package-name"] === undefined && hasCommonName(spec);
      const names = isNamedByTitle ? nameWith(existing.name ?? (await readTitleName(file, text))) : given;
      const source = { file, text, open: createOpenFile(spec, values, sources), extension, lock };
      const { files, operations, omitted, warnings } = await generateRestClient(source, names, how);
      const changed = await writePackage(values.out, [...files, ...sources.files()]);
      if (warnings.length > 0) io.error(`${formatProblems(warnings)}\n`);
      const less = omitted.length === 0 ? "" : `; omitted: ${omitted.length} (see above)`;
      io.out(
        `${values.out}: ${formatCount(operations, "operation")}, ${formatCount(files.length, "file")}, ${changed} changed${less}\n`,
      );
      // A package that was there before has been used.
      if (existing.name === undefined) io.out(describeNextSteps(values.out, names, operations > 0));
      return 0;
    },
  });
}

/** Opens the network, or with `--frozen` the texts that an earlier run recorded. */
async function openSources(
  spec: string,
  out: string,
  { header = [], frozen }: OpenapiOptions,
): Promise<RecordedSources> {
  const file = join(out, recordedSourcesFile);
  if (frozen) return new RecordedSources(createFrozenReader(await readTextIfExists(file), file));
  if (header.length > 0 && !isAddress(spec))
    throw new CommandError("OPTION_CONFLICT", "--header requires a URL as SPEC");
  const remote = new RemoteReader(isAddress(spec) ? spec : undefined, readHeaders(header, env));
  return new RecordedSources((address, from) => remote.read(address, from));
}

/** Opens files that a document refers to: those in its folder, and URLs if they are allowed. */
function createOpenFile(spec: string, values: OpenapiOptions, sources: RecordedSources): OpenFile {
  const openFile = isAddress(spec) ? undefined : openInFolder(spec, values.root);
  return (path, from) => {
    if (!isAddress(path) && openFile) return openFile(path, from);
    if (values["allow-remote"]) return sources.read(path, isAddress(from) ? from : undefined);
    const what = `it is a URL, ${path.split("?", 1)[0]}`;
    throw new Problems([{ code: "FILE_UNREADABLE", what, fix: "Allow URLs with --allow-remote" }]);
  };
}

/** Reads the name and the version of an existing package. `stratus release` writes the version. */
async function readPackage(folder: string): Promise<{ readonly name?: string; readonly version?: string }> {
  const text = (await readTextIfExists(join(folder, "package.json"))) ?? "";
  const [, name] = /^  "name": "([^"]+)"/m.exec(text) ?? [];
  const [, version] = /^  "version": "([^"]+)"/m.exec(text) ?? [];
  return { ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
}

/** Returns the package name for the title of a document, or undefined if it has none. */
async function readTitleName(file: string, text: string): Promise<string | undefined> {
  const { info } = (await readSpecText(file, text)).root;
  const title = isJsonObject(info) ? info["title"] : undefined;
  return typeof title === "string" ? toPackageName(title) : undefined;
}

/** Returns a folder as one types it for npm, which takes a name without `./` for that of a package in the registry. */
export function typedFolder(folder: string): string {
  const path = /^(?:\.{0,2}[/\\]|[A-Za-z]:)/.test(folder) ? folder : `./${folder}`;
  return /^[\w./@-]+$/.test(path) ? path : JSON.stringify(path);
}

/** Describes what to do with a new package. */
function describeNextSteps(out: string, { packageName }: PackageNames, hasClient: boolean): string {
  const folder = typedFolder(out);
  return `
Next:
  cd ${folder} && npm install && npm run build
  npm install ${folder}    in the folder of your program, which then imports ${JSON.stringify(packageName)}
${join(out, "README.md")} ${hasClient ? "begins with a first call" : "shows how to check values"}. Commit the folder, and run this command again after each change of the document.
`;
}

async function readSpec(file: string): Promise<string> {
  try {
    // Reading bytes is faster than reading text, which Node joins from pieces.
    return (await readFile(file)).toString();
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === "EISDIR";
    throw new CommandError(
      "FILE_UNREADABLE",
      `Cannot read ${file}: ${isFolder ? "it is a folder" : errorText(error)}`,
      {
        cause: error,
      },
    );
  }
}
