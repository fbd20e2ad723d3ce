/**
 * Puts the plugin's own modules together, for the command that buf starts: a run of it loads each once, and Node takes
 * longer to find and link a hundred modules than to run most of them. Programs that import the package, and the other
 * commands, take the modules as tsc wrote them.
 */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const bundle = await rolldown({
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  input: { "protoc-gen-stratus": "src/cli/protoc-gen-stratus.ts" },
  platform: "node",
  // What others wrote stays theirs; the convention is a part of this repository.
  external: (id) => /^[^./]/.test(id) && id !== "@stratus/convention",
});
await bundle.write({
  dir: "dist/bundle",
  format: "esm",
  comments: { annotation: true, jsdoc: false, legal: false },
  chunkFileNames: "[name].js",
});
await bundle.close();
