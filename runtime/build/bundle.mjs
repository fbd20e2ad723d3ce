/**
 * Writes the JavaScript of the package: its entries, and chunks for what they
 * share and for what is loaded when it is first needed. Node spends more time on
 * finding and linking a hundred small modules than on what is in them, and a
 * program pays that before its first call. The declarations come from tsc.
 */
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** What the modules of an SDK load, whether they are of messages or of clients. A session brings the rest. */
const ofModules = {
  "codegen-v1": "src/codegen-v1.ts",
  "wire-v1": "src/wire-v1.ts",
};

const loadedByModules = await modulesOf(ofModules);

const bundle = await rolldown({
  cwd: packageFolder,
  input: {
    ...ofModules,
    index: "src/index.ts",
    "json/index": "src/json/index.ts",
    "mask/index": "src/mask/index.ts",
    messages: "src/messages.ts",
    "messages-v1": "src/messages-v1.ts",
    "mask/dynamic": "src/mask/dynamic.ts",
    "observability/opentelemetry": "src/observability/opentelemetry.ts",
    "observability/register": "src/observability/register.ts",
    sdk: "src/sdk.ts",
    "server/index": "src/server/index.ts",
    "session-v1": "src/session-v1.ts",
  },
  platform: "node",
  // Other packages stay what they are: dependencies. The server stands on the entries that its program loads
  // anyway, as a program does; else what it shares with clients would be cut into more files for them.
  external: (id, importer) =>
    /^[^./]/.test(id) ||
    (/\/src\/server\//.test(importer ?? "") && /^\.\.\/(sdk|mask\/index|wire-v1)\.js$/.test(id)),
});
const { output } = await bundle.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  // Doc comments are in the declarations and the sources; here Node would read past a fifth of each file.
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  // Three chunks that a program loads whole: what the modules of an SDK need, what else works on messages, which
  // browsers load too, and what makes calls.
  codeSplitting: {
    groups: [
      { name: "modules", test: (id) => loadedByModules.has(id), priority: 1 },
      { name: "messages", test: /\/src\/(text|time|table|wire|mask|json|rpc|error)\//, minShareCount: 2 },
      { name: "calls", test: /\/src\/(endpoint|call|client|auth|session|testing)\//, minShareCount: 2 },
    ],
  },
});
await bundle.close();

// Chunks of an earlier build, last: programs that run meanwhile find all they need.
const chunks = new URL("../dist/chunks/", import.meta.url);
const written = new Set(output.map((file) => file.fileName));
for (const name of readdirSync(chunks)) {
  if (!written.has(`chunks/${name}`)) rmSync(new URL(name, chunks));
}

/** The source files that entries load. */
async function modulesOf(input) {
  const entries = await rolldown({ cwd: packageFolder, input, platform: "node" });
  const { output } = await entries.generate({ format: "esm" });
  await entries.close();
  return new Set(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])));
}
