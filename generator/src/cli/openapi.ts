import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { generateRestClient } from "../openapi/pass.js";
import type { PackageNames } from "../openapi/view/package-names.js";
import type { OutputFile } from "../emit/file.js";
import { upperCamel } from "../text/casing.js";
import { npmNamePattern } from "../text/npm-name.js";
import type { Command } from "./command.js";
import { readExtensionFolder } from "./extension-folder.js";

const usage = "openapi SPEC --out DIR";

const help = `stratus ${usage}

Generates the package of a REST client from an OpenAPI 3.0 or 3.1 description.

  --out DIR               folder of the package (required)
  --extend DIR            folder of TypeScript by hand that joins the package: its index.ts says what
                          the package exports of it, its README.md stands at the end of the package's
  --package-name NAME     name of the package; default: the name of SPEC's file
  --package-version V     version of the package; default: 0.1.0
  --name NAME             name of the client without "Client"; default: from the package's name
`;

/** Files that this command wrote once begin so; no others are ever removed. */
const ownHeader = /^\/\* (Code generated|Carried along) by `stratus openapi`/;

/** `stratus openapi`: a REST client from an OpenAPI description. */
export function openapiCommand(): Command {
  return {
    name: "openapi",
    usage,
    help: "generates a REST client from an OpenAPI description",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          out: { type: "string" },
          extend: { type: "string" },
          "package-name": { type: "string" },
          "package-version": { type: "string" },
          name: { type: "string" },
          help: { type: "boolean", short: "h" },
        },
      });
      if (values.help) {
        io.out(help);
        return 0;
      }
      const [spec, ...rest] = positionals;
      if (spec === undefined || values.out === undefined || rest.length > 0) {
        io.error(`Name one description and a folder for the package.\n\n${help}`);
        return 2;
      }
      const names = namesOf(spec, values["package-name"], values["package-version"], values.name);
      const text = await readFile(spec, "utf8");
      const extension = values.extend === undefined ? undefined : await readExtensionFolder(values.extend);
      const files = await generateRestClient({ file: spec, text, extension }, names);
      await write(values.out, files);
      io.out(`${names.packageName}: ${files.length} files in ${values.out}\n`);
      return 0;
    },
  };
}

function namesOf(
  spec: string,
  packageName = basename(spec)
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-"),
  packageVersion = "0.1.0",
  name = upperCamel(packageName.split("/").at(-1) ?? ""),
): PackageNames {
  if (!npmNamePattern.test(packageName)) {
    throw new Error(`--package-name ${JSON.stringify(packageName)} is not the name of an npm package`);
  }
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(packageVersion)) {
    throw new Error(`--package-version ${JSON.stringify(packageVersion)} is not a version such as 1.0.0`);
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    throw new Error(`--name ${JSON.stringify(name)} is not the name of a class; give one such as PetStore`);
  }
  return { packageName, packageVersion, name };
}

/** Writes what has changed, and removes what an earlier run wrote and this one did not. */
async function write(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, text } of files) {
    const place = join(folder, path);
    if ((await contentOf(place)) === text) continue;
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  const current = new Set(files.map(({ path }) => join(folder, path)));
  const entries = await readdir(join(folder, "src"), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const place = join(entry.parentPath, entry.name);
    if (!entry.isFile() || current.has(place)) continue;
    if (ownHeader.test((await contentOf(place)) ?? "")) await rm(place);
  }
}

async function contentOf(place: string): Promise<string | undefined> {
  try {
    return await readFile(place, "utf8");
  } catch {
    return undefined;
  }
}
