import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { generateRestClient } from "../../rest/pass.js";
import type { PackageNames } from "../../rest/view/package-names.js";
import type { DeepLists } from "../../rest/model/schemas.js";
import { lockFile } from "../../rest/model/name-lock.js";
import { showProblems } from "../../kit/problem.js";
import { errorText } from "../../kit/text/error-text.js";
import { upperCamel } from "../../kit/text/casing.js";
import { npmNamePattern } from "../../kit/text/npm-name.js";
import type { Command } from "./command.js";
import { writePackage } from "../folder/package-folder.js";
import { textAt } from "../folder/text-at.js";
import { openBelow } from "../folder/described-files.js";
import { readExtensionFolder } from "../folder/extension-folder.js";

const usage = "openapi SPEC --out DIR";

const help = `stratus ${usage}

Generates the package of a REST client from an OpenAPI 3.0, 3.1 or 3.2 description. An operation
that cannot be generated is left out, and the report says why and where.

  --out DIR               folder of the package (required)
  --strict                fails if anything cannot be generated or checked
  --include PATTERN       only these operations; may be given several times: an operationId, a tag, a
                          path, or method and path ("GET /pets/*"), with * for any text
  --exclude PATTERN       not these operations; may be given several times
  --extend DIR            folder of TypeScript by hand that joins the package: its index.ts says what
                          the package exports of it, its README.md ends the package's
  --root DIR              folder below which other files may be named by $ref; default: that of SPEC
  --deep-lists HOW        how lists are written where a query or a form says deepObject: indices (a[0]=1,
                          the default), brackets (a[]=1) or repeated (a=1)
  --api-page              also api.md: all that programs import, and its types, on one page for reviews
  --package-name NAME     name of the package; default: the name of SPEC's file
  --package-version V     version of the package; default: that of its package.json, else 0.1.0
  --name NAME             name of the client without "Client"; default: from the package's name
`;

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
          strict: { type: "boolean" },
          root: { type: "string" },
          "deep-lists": { type: "string" },
          "api-page": { type: "boolean" },
          include: { type: "string", multiple: true },
          exclude: { type: "string", multiple: true },
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
      const names = namesOf(
        spec,
        values["package-name"],
        values["package-version"] ?? (await versionIn(values.out)),
        values.name,
      );
      // Of the commands of `stratus` this one alone is short.
      await import("../process/short-run.js");
      const text = await readSpec(spec);
      const extension = values.extend === undefined ? undefined : await readExtensionFolder(values.extend);
      const lock = await textAt(join(values.out, lockFile));
      const { include = [], exclude = [], strict: isStrict = false, "api-page": hasApiPage = false } = values;
      const { files, operations, leftOut, notes } = await generateRestClient(
        { file: spec, text, open: openBelow(spec, values.root), extension, lock },
        names,
        { isStrict, hasApiPage, include, exclude, deepLists: readDeepLists(values["deep-lists"]) },
      );
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

function readDeepLists(given: string | undefined): DeepLists | undefined {
  const found = deepLists.find((one) => one === given);
  if (given !== undefined && !found) {
    throw new Error(`--deep-lists ${JSON.stringify(given)} is unknown; write ${deepLists.join(", ")}`);
  }
  return found;
}

const deepLists: readonly DeepLists[] = ["indices", "brackets", "repeated"];

/** The version of a package that is there already: `stratus release` writes it there. */
async function versionIn(folder: string): Promise<string | undefined> {
  const text = await textAt(join(folder, "package.json"));
  const [, version] = /^  "version": "([^"]+)"/m.exec(text ?? "") ?? [];
  return version;
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
