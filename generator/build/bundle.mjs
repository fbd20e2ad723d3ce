/**
 * Bundles each of the two commands with the libraries that read descriptors and fill templates. Node needs more time to
 * find and link a hundred modules than to run most of them. Programs that import the package load the output of tsc.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";
import { compiledTemplates } from "./compiled-templates.mjs";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** The packages that bundles contain. The formatter is native code, and few runs load the other packages. */
const bundled = /^(@stratus\/convention|@bufbuild\/protobuf|handlebars|modern-tar)(\/|$)/;

// Each command is a separate bundle, because a shared file would contain more than either needs.
await write("protoc-gen-stratus", "dist/protoc-gen-stratus", {
  // Modules that few runs load are separate files. The modules that several of them use are one file.
  groups: [{ name: "shared", minShareCount: 2 }],
});
// The subcommands share little code, and each has separate libraries.
await write("stratus", "dist/stratus", true);

/** Writes the bundle of a command into a folder, and removes everything else there. */
async function write(command, dir, codeSplitting) {
  const bundle = await rolldown({
    cwd: packageFolder,
    input: { [command]: `src/command/${command}.ts` },
    platform: "node",
    // Templates are compiled to JavaScript, so only the runtime of their library is needed.
    resolve: { alias: { handlebars: "handlebars/runtime.js" } },
    plugins: [compiledTemplates(`${packageFolder}src/kit/render/load-templates.ts`)],
    external: (id) => /^[^./]/.test(id) && !bundled.test(id),
    // On a busy machine the bundler would warn which plugin took the time.
    checks: { bundlerTimings: false },
  });
  rmSync(`${packageFolder}${dir}`, { recursive: true, force: true });
  await bundle.write({
    dir,
    format: "esm",
    comments: { annotation: true, jsdoc: false, legal: false },
    chunkFileNames: "[name].js",
    codeSplitting,
    plugins: [noticesOf("third-party.txt")],
  });
  await bundle.close();
}
