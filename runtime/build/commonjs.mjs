/**
 * Writes the package as CommonJS to `dist/cjs`, for Jest and old bundlers alone: Node loads the ES modules by `require` too,
 * by the condition `module-sync`. One file serves all entry points that need no other package and have no name twice.
 */
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { packageFolder, sourceOf } from "./entry-points.mjs";

/** The files, and the sources of the entry points that each of them serves. */
const files = {
  index: [
    "entries/index",
    "entries/guide",
    "entries/login",
    "entries/messages",
    "entries/generated/aip-v1",
    "entries/generated/calls-v1",
    "entries/generated/guide-v1",
    "entries/generated/sdk-v1",
    "entries/generated/session-v1",
    "session/application-default/index",
  ],
  web: ["entries/web", "entries/generated/web-v1", "entries/generated/web-messages-v1"],
  // These well-known types have no codecs.
  messages: ["entries/generated/messages-v1"],
  cel: ["messages/cel/index"],
  mask: ["entries/mask"],
  opentelemetry: ["session/observability/opentelemetry"],
  register: ["session/observability/register"],
  server: ["server/index"],
  msw: ["server/msw/index"],
  fixtures: ["messages/fixtures/index"],
};

/**
 * Modules of entry points that need another package. All others are in one file, so that each is there once, which Jest
 * and the programs of an old bundler load whole.
 */
const ofOptional =
  /\/src\/(?:messages\/cel|server|session\/observability|messages\/mask\/(?:dynamic|rules\/dynamic-view)|entries\/mask)/;

const served = {
  name: "served",
  resolveId(id, importer) {
    // The file that `register` starts is an entry point too.
    if (importer?.endsWith("/register.ts")) return { id: "./opentelemetry.cjs", external: true };
    return id in files ? `\0${id}` : undefined;
  },
  load: (id) =>
    files[id.slice(1)]?.map((name) => `export * from ${JSON.stringify(sourceOf(name))};`).join("\n"),
};

const folder = `${packageFolder}dist/cjs`;
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: packageFolder,
  input: Object.fromEntries(
    Object.entries(files).map(([name, sources]) => [name, sources.length > 1 ? name : sourceOf(sources[0])]),
  ),
  plugins: [served],
  platform: "node",
  external: /^[^./\0]/,
  // What is loaded later on Node is part of the one file here.
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: folder,
  format: "cjs",
  dynamicImportInCjs: false,
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  codeSplitting: {
    groups: [{ name: "shared", test: (id) => /\/src\/|rolldown/.test(id) && !ofOptional.test(id) }],
  },
});
await bundle.close();
