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
const sourceOf = (name) => `${packageFolder}src/${name}.ts`;

/** What the modules of an SDK load, whether they are of messages or of clients. A session brings the rest. */
const loadedByModules = await modulesOf(sourceOf("codegen-v1"));

const bundle = await rolldown({
  cwd: packageFolder,
  input: {
    index: sourceOf("index"),
    "codegen-v1": sourceOf("codegen-v1"),
    "json/index": sourceOf("json/index"),
    "mask/index": sourceOf("mask/index"),
    messages: sourceOf("messages"),
    "messages-v1": sourceOf("messages-v1"),
    "mask/dynamic": sourceOf("mask/dynamic"),
    "observability/opentelemetry": sourceOf("observability/opentelemetry"),
    "observability/register": sourceOf("observability/register"),
    sdk: sourceOf("sdk"),
    "server/index": sourceOf("server/index"),
    "session-v1": sourceOf("session-v1"),
    "wire-v1": "part of codegen-v1",
  },
  platform: "node",
  // What a group holds may be the file of an entry, which other files import too: one file less to load.
  preserveEntrySignatures: "allow-extension",
  plugins: [partOfCodegen()],
  // Other packages stay what they are: dependencies. The server stands on the entries that its program loads
  // anyway, as a program does; else what it shares with clients would be cut into more files for them.
  external: (id, importer) =>
    (/^[^./]/.test(id) && id !== "part of codegen-v1") ||
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
  // Three files that a program loads whole: what the modules of an SDK need, what else works on messages, which
  // browsers load too, and what makes calls.
  codeSplitting: {
    groups: [
      { name: "codegen-v1", test: (id) => loadedByModules.has(id), priority: 1 },
      { name: "messages", test: /\/src\/(text|time|table|wire|mask|json|rpc|error)\//, minShareCount: 2 },
      { name: "session-v1", test: /\/src\/(session-v1|(endpoint|call|client|auth|session|testing)\/)/ },
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

/** An entry that passes on what another has: as the same module, it would be an entry within a file of another one. */
function partOfCodegen() {
  return {
    name: "part-of-codegen",
    resolveId: (id) => (id === "part of codegen-v1" ? id : undefined),
    load: (id) =>
      id === "part of codegen-v1" ? `export * from ${JSON.stringify(sourceOf("wire-v1"))};` : undefined,
  };
}

/** The source files that an entry loads. */
async function modulesOf(input) {
  const entry = await rolldown({ cwd: packageFolder, input, platform: "node" });
  const { output } = await entry.generate({ format: "esm" });
  await entry.close();
  return new Set([input, ...output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))]);
}
