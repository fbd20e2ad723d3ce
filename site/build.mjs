/**
 * Builds the documentation as a static site in `site/dist`: README, the pages of `docs/` in the order in which a
 * newcomer reads them, and the reference of every entry point. It fails on a warning, and on a link that leads
 * nowhere.
 */
import { fileURLToPath } from "node:url";
import { Application, OptionDefaults } from "typedoc";
import { checkLinks } from "./check-links.mjs";
import { entryPointsOf } from "./entry-points.mjs";
import { nameModules, namePages, packageOf } from "./names.mjs";
import { pages } from "./pages.mjs";

const top = fileURLToPath(new URL("../", import.meta.url));
const out = fileURLToPath(new URL("dist", import.meta.url));

const entryPoints = entryPointsOf(top, ["generated/cloud", "runtime", "emulator"]);
const app = await Application.bootstrap({
  name: "Stratus",
  readme: `${top}README.md`,
  projectDocuments: pages.flatMap(({ files }) => files.map((file) => `${top}docs/${file}`)),
  entryPoints: [...entryPoints.keys()],
  tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
  // By the sources of the packages, so that types link to their pages.
  compilerOptions: {
    paths: Object.fromEntries([...entryPoints].map(([file, name]) => [name, [file]])),
  },
  out,
  blockTags: [...OptionDefaults.blockTags, "@generated"],
  highlightLanguages: ["console", "html", "js", "json", "proto", "sh", "ts", "yaml"],
  navigation: { includeGroups: true },
  sort: ["kind", "alphabetical-ignoring-documents"],
  groupOrder: [...pages.map(({ group }) => group), ...new Set([...entryPoints.values()].map(packageOf))],
  kindSortOrder: ["Document", "Module"],
  hideGenerator: true,
  treatWarningsAsErrors: true,
});
nameModules(app, entryPoints);
namePages(app);

const project = await app.convert();
if (project) {
  app.validate(project);
  await app.generateOutputs(project);
}
const { warningCount, errorCount } = app.logger;
const { links, dead } = project ? checkLinks(out) : { links: 0, dead: [] };
for (const link of dead) console.error(`leads nowhere: ${link}`);
console.log(`${links} links checked, ${dead.length} lead nowhere; ${warningCount + errorCount} warnings`);
if (!project || warningCount + errorCount + dead.length > 0) process.exitCode = 1;
