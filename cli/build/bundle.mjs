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
  // Other packages stay what they are: dependencies.
  external: /^[^./]/,
});
await bundle.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  // Four files: what every command loads, what help needs, what calls need, and the other built-in words.
  codeSplitting: {
    groups: [
      { name: "core", test: /\/src\/(?:(?:argv|host|profile|sdk|text)\/|main)/ },
      { name: "help", test: /\/src\/help\// },
      { name: "command", test: /\/src\/(?:command|input|output)\// },
      { name: "top", test: /\/src\/top\// },
    ],
  },
});
await bundle.close();
