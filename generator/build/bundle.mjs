/**
 * Bundles the commands and what programs import with the libraries that read descriptors and fill templates. Node needs more
 * time to find and link a hundred modules than to run most of them. The declarations come from tsc, in one file.
 */
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { embeddedTexts } from "./embedded-texts.mjs";
import { noticesOf } from "./notices.mjs";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const sources = `${packageFolder}src/`;

/** The packages that bundles contain. The formatter is native code, and few runs load the other packages. */
const bundled = /^(@stratus\/convention|@bufbuild\/protobuf|handlebars|modern-tar)(\/|$)/;

const settings = {
  cwd: packageFolder,
  platform: "node",
  // Templates are compiled to JavaScript, so only the runtime of their library is needed.
  resolve: { alias: { handlebars: "handlebars/runtime.js" } },
  plugins: [embeddedTexts(sources)],
  external: (id) => /^[^./]/.test(id) && !bundled.test(id),
  // On a busy machine the bundler would warn which plugin took the time.
  checks: { bundlerTimings: false },
};

/** The imports of each module, without what it loads later. */
const imports = new Map();

/** The modules that every run of the plugin loads. */
const ofPlugin = await modulesOf("command/protoc-gen-stratus", "plugin/plugin");
/** The modules that every run of `stratus` loads. */
const ofCommand = await modulesOf("command/stratus");

/** Modules that a file has alone: those that run on an old Node too, and those that wait for others at their top. */
const isAlone = (id) => /\/src\/command\/(?:process\/(?:node-version|short-run)|[\w-]+)\.ts$/.test(id);

/** Files by the modules in them. The first that fits has a module. */
const groups = [
  ["command", (id) => ofCommand.has(id)],
  ["plugin", (id) => ofPlugin.has(id)],
  ["protobuf", (id) => id.includes("/@bufbuild/")],
  ["versions", (id) => /\/src\/versions\//.test(id)],
  ["init", (id) => /\/src\/(?:command\/(?:init|folder|remote)\/|plugin\/(?:doctor\/|read\/image))/.test(id)],
  ["docs", (id) => /\/src\/plugin\/(?:render-docs|view\/docs|view\/guide)/.test(id)],
  ["compiler", (id) => /\/src\/(?:versions|surface)\//.test(id) && needsOptional(id)],
];

const dir = `${packageFolder}dist/bundle`;
rmSync(dir, { recursive: true, force: true });
const bundle = await rolldown({
  ...settings,
  checks: { ...settings.checks, ineffectiveDynamicImport: false },
  input: {
    index: `${sources}index.ts`,
    "protoc-gen-stratus": `${sources}command/protoc-gen-stratus.ts`,
    stratus: `${sources}command/stratus.ts`,
    "node-version": `${sources}command/process/node-version.ts`,
    "short-run": `${sources}command/process/short-run.ts`,
  },
});
await bundle.write({
  dir,
  format: "esm",
  // Names of functions and classes stay, for stack traces.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  comments: { annotation: true, jsdoc: false, legal: false },
  chunkFileNames: "[name].js",
  codeSplitting: {
    groups: groups.map(([name, test], at) => ({
      name,
      // A file with a module that needs an optional package cannot be loaded without it.
      test: (id) => !isAlone(id) && test(id) && (name === "compiler" || !needsOptional(id)),
      priority: groups.length - at,
    })),
  },
  plugins: [noticesOf("third-party.txt")],
});
await bundle.close();

const declarations = await rolldown({
  cwd: packageFolder,
  input: { index: "./dist/index.d.ts" },
  external: /^[^./]/,
  plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false, oxc: true })],
});
await declarations.write({ dir });
await declarations.close();

// CommonJS gets the ES module: every Node that packages support loads it by `require`, and no bundler or test runner needs it.
writeFileSync(`${dir}/index.cjs`, 'module.exports = require("./index.js");\n');
copyFileSync(`${dir}/index.d.ts`, `${dir}/index.d.cts`);

/** Whether a module cannot be loaded without `ts-morph` or another package that few runs need. */
function needsOptional(id, seen = new Set()) {
  if (/^(?:ts-morph|openapi-typescript)$/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (imports.get(id) ?? []).some((one) => needsOptional(one, seen));
}

/** The source files that entries load, without those that are loaded later. */
async function modulesOf(...names) {
  const entries = await rolldown({
    ...settings,
    input: names.map((name) => `${sources}${name}.ts`),
    plugins: [
      ...settings.plugins,
      { name: "imports", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) },
    ],
  });
  const { output: files } = await entries.generate({ format: "esm" });
  await entries.close();
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const loaded = new Set(files.filter((file) => file.isEntry).map((file) => file.fileName));
  for (const name of loaded) for (const one of byName.get(name)?.imports ?? []) loaded.add(one);
  return new Set([...loaded].flatMap((name) => byName.get(name)?.moduleIds ?? []));
}
