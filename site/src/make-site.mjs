/**
 * The maker of sites: pages in Markdown, and entry points in TypeScript if there are some, become a static site by TypeDoc. It
 * has a search without a server, light and dark, buttons that copy, links to every heading, and asks nothing of other hosts.
 */
import { fileURLToPath } from "node:url";
import { Application, Converter, KindRouter, OptionDefaults } from "typedoc";
import { checkLinks } from "./check-links.mjs";
import { addVersions } from "./versions.mjs";

/** @typedef {{ readonly group: string, readonly file: string, readonly title?: string, readonly id?: string }} Page
 * A page, by its path; with an id its address is made of that, so that links to it last. */

/**
 * Makes a site.
 *
 * @param {object} site
 * @param {string} site.name At the top of each page.
 * @param {string} site.readme Path of the page that it begins with.
 * @param {readonly Page[]} site.pages In their order; each is called by its first heading unless it has a title.
 * @param {string} site.out Folder to write, which is emptied.
 * @param {ReadonlyMap<string, string>} [site.versions] Addresses of the sites of other versions, by their names.
 * @param {Partial<import("typedoc").TypeDocOptions>} [site.more] More options of TypeDoc.
 * @param {(app: Application) => void} [site.prepare] More steps.
 * @returns {Promise<{ readonly links: number, readonly dead: readonly string[], readonly warnings: number }>}
 */
export async function makeSite({ name, readme, pages, out, versions = new Map(), more = {}, prepare }) {
  /** @type {WeakMap<object, string>} */
  const addresses = new WeakMap();
  const app = await Application.bootstrap({
    name,
    readme,
    projectDocuments: pages.map(({ file }) => file),
    entryPoints: [],
    tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
    out,
    blockTags: [...OptionDefaults.blockTags, "@generated"],
    highlightLanguages: ["console", "html", "js", "json", "proto", "sh", "text", "ts", "yaml"],
    customCss: fileURLToPath(new URL("site.css", import.meta.url)),
    customJs: fileURLToPath(new URL("site.js", import.meta.url)),
    navigation: { includeGroups: true },
    sort: ["documents-first", "alphabetical-ignoring-documents"],
    groupOrder: [...new Set(pages.map(({ group }) => group))],
    router: "pages",
    hideGenerator: true,
    searchInDocuments: true,
    validation: { invalidPath: true, invalidLink: true, notExported: false },
    ...more,
  });
  app.renderer.defineRouter(
    "pages",
    class extends KindRouter {
      /** @param {import("typedoc").RouterTarget} target */
      getIdealBaseName(target) {
        return addresses.get(target) ?? super.getIdealBaseName(/** @type {any} */ (target));
      }
    },
  );
  namePages(app, pages, addresses);
  addVersions(app, versions);
  prepare?.(app);
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc could not create the site: see above");
  app.validate(project);
  await app.generateOutputs(project);
  const { warningCount, errorCount } = app.logger;
  return { ...checkLinks(out), warnings: warningCount + errorCount };
}

/**
 * Calls each page by its title or its own heading, and puts it with the others of its group.
 * @param {Application} app
 * @param {readonly Page[]} pages
 * @param {WeakMap<object, string>} addresses Takes those of pages with an id.
 */
function namePages(app, pages, addresses) {
  const known = new Map(pages.map((page) => [page.file, page]));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const page of project.documents ?? []) {
      const path = project.files.getReflectionPath(page) ?? "";
      const [first] = page.content;
      const [, title] = /^(?:<!--[^]*?-->\s*)?# +(.+)\n/.exec(first?.text ?? "") ?? [];
      const said = known.get(path)?.title ?? title;
      const { id, group } = known.get(path) ?? {};
      if (said === undefined)
        throw new Error(`${path || page.name} begins with no heading: add one, as in "# Title"`);
      page.frontmatter.group = group;
      if (id !== undefined) addresses.set(page, `documents/${id}`);
      page.name = said.replaceAll("`", "");
    }
  });
}
