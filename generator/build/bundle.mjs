/**
 * Puts the generator's modules together, and those of the libraries that it reads descriptors and fills templates
 * with, for the two commands: a run of one loads each module once, and Node takes longer to find and link a hundred
 * modules than to run most of them. Programs that import the package take the modules as tsc wrote them.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";
import { compiledTemplates } from "./compiled-templates.mjs";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** What is in a bundle beside the generator's own modules. The formatter is a program of the machine; few runs load others. */
const bundled = /^(@stratus\/convention|@bufbuild\/protobuf|handlebars|modern-tar)(\/|$)/;

// Each is by itself: what both use would be a file that has more than either needs.
await write("protoc-gen-stratus", "dist/protoc-gen-stratus", {
  // What few runs load stands by itself; what that needs of the others is one file, and not one for each use.
  groups: [{ name: "shared", minShareCount: 2 }],
});
// The subcommands have little in common, and libraries of their own.
await write("stratus", "dist/stratus", true);

/** Writes the bundle of a command into a folder, which has nothing else then. */
async function write(command, dir, codeSplitting) {
  const bundle = await rolldown({
    cwd: packageFolder,
    input: { [command]: `src/command/${command}.ts` },
    platform: "node",
    // Templates are there as JavaScript: what remains of their library is what fills them.
    resolve: { alias: { handlebars: "handlebars/runtime.js" } },
    plugins: [compiledTemplates(`${packageFolder}src/kit/render/load-templates.ts`)],
    external: (id) => /^[^./]/.test(id) && !bundled.test(id),
    // A busy machine would be told which plugin took the time.
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
