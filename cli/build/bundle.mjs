/**
 * Writes the JavaScript of the package: its entries, and a chunk for each thing that is loaded when a command needs it.
 * Node spends more time on finding fifty small modules than on what is in them. The declarations come from tsc.
 */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { asciiCode } from "../../tools/ascii-code.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));

const bundle = await rolldown({
  cwd,
  input: {
    index: `${cwd}src/index.ts`,
  },
  platform: "node",
  // The runtime loads parts later that this package loads at once.
  checks: { ineffectiveDynamicImport: false },
  plugins: [asciiCode],
  // Other packages stay dependencies, except for the two that every command loads: bundling them saves Node the search for
  // their modules.
  // Of the runtime's sources, since its own bundle has these entries in the files of sessions and messages.
  resolve: {
    alias: Object.fromEntries(
      ["guide", "login"].map((name) => [
        `@stratus/runtime/${name}`,
        fileURLToPath(new URL(`../../runtime/src/entries/${name}.ts`, import.meta.url)),
      ]),
    ),
  },
  external: /^(?!@stratus\/(?:dynamic-client|runtime\/(?:guide|login))$)[^./]/,
});
await bundle.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  // What every command loads, what help needs, what methods need, what calls need, and the other built-in commands.
  codeSplitting: {
    groups: [
      {
        name: "core",
        test: /\/cli\/src\/(?:(?:argv|host|text)\/|main|help\/(?:group-help|plausible-text))|\/dynamic-client\/dist\/(?:settings|text)\/|\/(?:find-sdk|sdk)\.js/,
      },
      { name: "help", test: /\/src\/help\/(?!group-help|plausible-text)/ },
      { name: "method", test: /\/src\/input\/|\/dynamic-client\/dist\// },
      { name: "command", test: /\/src\/(?:command|output)\// },
      { name: "complete", test: /\/src\/builtin\/(?:run-builtin|complete)\./ },
      { name: "builtin", test: /\/src\/builtin\// },
    ],
  },
});
await bundle.close();
