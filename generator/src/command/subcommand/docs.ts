import { loadOptionalPackage } from "../../kit/optional-package.js";
import { CommandError } from "../../kit/problem.js";
import { createCommand, type Command } from "./command.js";
import type { Load } from "./emulate.js";

/** The parts of the optional package that this command uses. */
interface DocsModule {
  /** The class of its errors about a package or a page. */
  readonly DocsError: abstract new (...args: never[]) => Error & { readonly code: string };
  readonly writeSite: (options: {
    readonly package: string;
    readonly out: string;
    readonly pages: readonly string[];
    readonly versions: ReadonlyMap<string, string>;
  }) => Promise<{
    readonly pages: number;
    readonly deadLinks: readonly { readonly page: string; readonly url: string }[];
  }>;
}

const docsPackage = "@stratus/docs";

const text = `stratus docs PACKAGE [--out DIR] [--page FILE]... [--version NAME=URL]...

Writes the documentation of a generated package as a static site. The package needs a guide: the option guide=true.

  PACKAGE               a folder, or the name of a package that is installed in the current folder
  --out DIR             folder of the site, which is replaced; default: site
  --page FILE           a Markdown file that becomes a page of the site; may be given several times
  --version NAME=URL    a link to the site of another version; may be given several times
`;

/** `stratus docs` writes the documentation of a package as a site. */
export function docsCommand(
  load: Load = (name) => import(name),
  isThere?: (name: string) => boolean,
): Command {
  return createCommand({
    name: "docs",
    usage: "docs PACKAGE [--out DIR]",
    help: "writes the documentation of a generated package as a static site",
    text,
    options: {
      out: { type: "string" },
      page: { type: "string", multiple: true },
      version: { type: "string", multiple: true },
    },
    onlyPositional: "package",
    async run({ out = "site", page = [], version = [] }, [named], io) {
      if (named === undefined)
        throw new CommandError("ARGUMENT_INVALID", "Name a package. Example: stratus docs sdk --out site");
      const versions = new Map(version.map((one) => readVersion(one)));
      const docs = await loadOptionalPackage({ name: docsPackage }, () => load(docsPackage), isThere);
      const { DocsError, writeSite } = docs as DocsModule;
      try {
        const { pages, deadLinks } = await writeSite({ package: named, out, pages: page, versions });
        for (const { page, url } of deadLinks)
          io.error(`warning: ${page} links to ${url}, which does not exist\n`);
        io.out(`${pages} pages in ${out}. Open ${out}/index.html\n`);
        return 0;
      } catch (error) {
        if (!(error instanceof DocsError)) throw error;
        io.error(`stratus docs: ${error.message} [${error.code}]\n`);
        return 1;
      }
    },
  });
}

function readVersion(given: string): readonly [name: string, url: string] {
  const at = given.indexOf("=");
  if (at > 0) return [given.slice(0, at), given.slice(at + 1)];
  throw new CommandError(
    "OPTION_INVALID",
    `--version ${JSON.stringify(given)} is not NAME=URL. Example: --version 1.3=../1.3/`,
  );
}
