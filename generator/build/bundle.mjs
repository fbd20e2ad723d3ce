/**
 * Puts the plugin's own modules together, for the command that buf starts: a run of it loads each once, and Node takes
 * longer to find and link a hundred modules than to run most of them. Programs that import the package, and the other
 * commands, take the modules as tsc wrote them.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

const bundle = await rolldown({
  cwd: packageFolder,
  input: { "protoc-gen-stratus": "src/cli/protoc-gen-stratus.ts" },
  platform: "node",
  // What others wrote stays theirs; the convention is a part of this repository.
  external: (id) => /^[^./]/.test(id) && !/^@stratus\/convention(?:\/|$)/.test(id),
});
rmSync(`${packageFolder}dist/bundle`, { recursive: true, force: true });
await bundle.write({
  dir: "dist/bundle",
  format: "esm",
  comments: { annotation: true, jsdoc: false, legal: false },
  chunkFileNames: "[name].js",
  // What few runs load stands by itself; what that needs of the others is one file, and not one for each use.
  codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
});
await bundle.close();
