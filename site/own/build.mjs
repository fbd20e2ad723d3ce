/**
 * Builds the documentation of this project as a static site in `site/dist`, by the maker that SDKs have: README, the pages of
 * `docs/` in the order in which a newcomer reads them, and the reference of every entry point. It fails on a warning, and on a
 * link that leads nowhere.
 */
import { fileURLToPath } from "node:url";
import { makeSite } from "../src/make-site.mjs";
import { entryPointsOf } from "./entry-points.mjs";
import { nameModules, packageOf } from "./names.mjs";
import { pages } from "./pages.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));
const entryPoints = entryPointsOf(top, ["generated/cloud", "runtime", "emulator"]);

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
    groupOrder: [...pages.map(({ group }) => group), ...new Set([...entryPoints.values()].map(packageOf))],
    kindSortOrder: ["Document", "Module"],
    treatWarningsAsErrors: true,
    validation: { invalidPath: true, invalidLink: true, notExported: true },
  },
  prepare: (app) => nameModules(app, entryPoints),
});
for (const link of dead) console.error(`leads nowhere: ${link}`);
console.log(`${links} links checked, ${dead.length} lead nowhere; ${warnings} warnings`);
if (warnings + dead.length > 0) process.exitCode = 1;
