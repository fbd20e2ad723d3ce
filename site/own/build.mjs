/**
 * Builds the documentation of this project as a static site in `site/dist`, in the same way as sites of SDKs: README, the
 * pages of `docs/` in the order in which a newcomer reads them, and the reference of every entry point. It fails on a warning
 * and on a broken link.
 */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Comment, CommentTag, Converter, ReflectionKind } from "typedoc";
import { makeSite } from "../src/make-site.mjs";
import { findEntryPoints } from "./entry-points.mjs";
import { listPages } from "./pages.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The index of the decision records, then the records, newest first. */
const decisions = readdirSync(`${top}docs/decisions`).toSorted().toReversed();
const pages = [
  ...listPages(readFileSync(`${top}README.md`, "utf8")),
  { group: "Decisions", files: decisions.map((name) => `decisions/${name}`) },
];

const entryPoints = findEntryPoints(top, ["generated/cloud", "runtime", "emulator"]);

const { links, dead, warnings } = await makeSite({
  name: "Stratus",
  readme: `${top}README.md`,
  pages: pages.flatMap(({ group, files }) => files.map((file) => ({ group, file: `${top}docs/${file}` }))),
  out: fileURLToPath(new URL("../dist", import.meta.url)),
  more: {
    entryPoints: [...entryPoints.keys()],
    tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
    // By the sources of the packages, so that types link to their pages.
    compilerOptions: {
      paths: Object.fromEntries([...entryPoints].map(([file, name]) => [name, [file]])),
    },
    sort: ["kind", "alphabetical-ignoring-documents"],
    groupOrder: [
      ...pages.map(({ group }) => group),
      ...new Set([...entryPoints.values()].map(readPackageName)),
    ],
    kindSortOrder: ["Document", "Module"],
    treatWarningsAsErrors: true,
    validation: { invalidPath: true, invalidLink: true, notExported: true },
  },
  prepare: (app) => nameModules(app, entryPoints),
});
for (const link of dead) console.error(`leads nowhere: ${link}`);
console.log(`${links} links checked, ${dead.length} lead nowhere; ${warnings} warnings`);
if (warnings + dead.length > 0) process.exitCode = 1;

/**
 * Gives each module the name that programs import, and groups modules by package.
 * @param {import("typedoc").Application} app
 * @param {ReadonlyMap<string, string>} entryPoints Names by paths of files.
 */
function nameModules(app, entryPoints) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const name = entryPoints.get(module.sources?.[0]?.fullFileName ?? "");
      if (name === undefined) throw new Error(`${module.name} is not an entry point`);
      module.name = name;
      module.comment ??= new Comment();
      module.comment.blockTags.push(
        new CommentTag("@group", [{ kind: "text", text: readPackageName(name) }]),
      );
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    // Programs import packages, so the file of this repository that declares a name is of no use to a reader.
    for (const reflection of Object.values(project.reflections)) delete reflection.sources;
  });
}

/**
 * `@svc/cloud` of `@svc/cloud/compute/v1`.
 * @param {string} name
 */
function readPackageName(name) {
  return name.split("/").slice(0, 2).join("/");
}
