/**
 * Puts the plugin's modules together, and those of the libraries that it reads descriptors and fills templates with,
 * for the command that buf starts: a run of it loads each once, and Node takes longer to find and link a hundred
 * modules than to run most of them. Programs that import the package, and the other commands, take the modules as tsc
 * wrote them.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";
import { compiledTemplates } from "./compiled-templates.mjs";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** What is in the bundle beside the plugin's own modules. The formatter is a program of the machine; few runs load others. */
const bundled = /^(@stratus\/convention|@bufbuild\/protobuf|handlebars)(\/|$)/;

const bundle = await rolldown({
  cwd: packageFolder,
  input: { "protoc-gen-stratus": "src/cli/protoc-gen-stratus.ts" },
  platform: "node",
  // Templates are there as JavaScript: what remains of their library is what fills them.
  resolve: { alias: { handlebars: "handlebars/runtime.js" } },
  plugins: [compiledTemplates(`${packageFolder}src/render/own-templates.ts`)],
  external: (id) => /^[^./]/.test(id) && !bundled.test(id),
});
rmSync(`${packageFolder}dist/bundle`, { recursive: true, force: true });
await bundle.write({
  dir: "dist/bundle",
  format: "esm",
  comments: { annotation: true, jsdoc: false, legal: false },
  chunkFileNames: "[name].js",
  // What few runs load stands by itself; what that needs of the others is one file, and not one for each use.
  codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
  plugins: [noticesOf("third-party.txt")],
});
await bundle.close();
