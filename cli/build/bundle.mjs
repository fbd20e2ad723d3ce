/**
 * Writes the JavaScript of the package: its entries, and a chunk for each thing that is loaded when a command needs it.
 * Node spends more time on finding fifty small modules than on what is in them. The declarations come from tsc.
 */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const cwd = fileURLToPath(new URL("..", import.meta.url));

const bundle = await rolldown({
  cwd,
  input: {
    index: `${cwd}src/index.ts`,
    "sdk/index": `${cwd}src/sdk/index.ts`,
    "profile/profiles": `${cwd}src/profile/profiles.ts`,
  },
  platform: "node",
  // Other packages stay what they are: dependencies. What reads guides is frozen, and so small that finding it takes longer.
  external: /^(?!@stratus\/runtime\/guide$)[^./]/,
});
await bundle.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  // What every command loads, what help needs, what methods need, what calls need, and the other built-in words.
  codeSplitting: {
    groups: [
      { name: "core", test: /\/src\/(?:(?:argv|host|profile|text)\/|main|sdk\/(?:find-sdk|sdk|settings)\.)/ },
      { name: "group-help", test: /\/src\/help\/group-help\./ },
      { name: "help", test: /\/src\/help\// },
      { name: "method", test: /\/src\/(?:input|sdk)\// },
      { name: "command", test: /\/src\/(?:command|output)\// },
      { name: "complete", test: /\/src\/top\/(?:run-top|complete)\./ },
      { name: "top", test: /\/src\/top\// },
    ],
  },
});
await bundle.close();
