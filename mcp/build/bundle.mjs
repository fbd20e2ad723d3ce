/**
 * Writes the JavaScript of the package: its entry, a chunk for all that a server over stdio loads before its first answer, and
 * chunks for what is loaded when a tool needs it. The bundle contains the packages that the server uses, because Node spends
 * more time on finding two hundred modules than on what is in them. The declarations come from tsc.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { asciiCode } from "../../tools/ascii-code.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const entries = fileURLToPath(new URL("../../runtime/src/entries/", import.meta.url));

/** Sessions and messages belong to the SDK, which loads the runtime itself. */
const external = (id) => /^(?:node:|@stratus\/runtime(?:$|\/(?!guide$|login$)))/.test(id);

/** Leaves out the validator that the protocol's package makes by default, because the server loads its own later. */
const withoutDefaultValidator = {
  name: "without-default-validator",
  resolveId: (id) => (id === "@modelcontextprotocol/server/_shims" ? "\0shims" : undefined),
  load: (id) =>
    id === "\0shims"
      ? 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}'
      : undefined,
};

const output = {
  dir: "dist",
  format: "esm",
  sourcemap: true,
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
};

function open() {
  return rolldown({
    cwd,
    input: { index: `${cwd}src/index.ts` },
    platform: "node",
    transform: { target: "node20.19" },
    checks: { ineffectiveDynamicImport: false },
    // Of the runtime's sources, since its own bundle has these entries in the files of sessions.
    resolve: {
      alias: Object.fromEntries(
        ["guide", "login"].map((name) => [`@stratus/runtime/${name}`, join(entries, `${name}.ts`)]),
      ),
    },
    plugins: [withoutDefaultValidator, asciiCode],
    external,
  });
}

/** The modules that are loaded with some chunks. */
function loadedWith(chunks, names) {
  const waiting = chunks.filter(({ name }) => names.includes(name));
  const found = new Set(waiting);
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
}

const first = await open();
const { output: chunks } = await first.generate(output);
await first.close();
const code = chunks.filter(({ type }) => type === "chunk");
const atStart = loadedWith(code, ["index", "stdio"]);

const bundle = await open();
await bundle.write({
  ...output,
  codeSplitting: {
    groups: [{ name: "start", test: (id) => atStart.has(id) && !id.endsWith("/src/index.ts") }],
  },
});
await bundle.close();
writeNotices(code.flatMap(({ moduleIds }) => moduleIds));

/** Writes the licenses of the packages that the bundle contains. */
function writeNotices(ids) {
  const folders = new Set(
    ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.split("?")[0]) ?? []),
  );
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}\n`;
  });
  writeFileSync(join(cwd, "dist/THIRD-PARTY-NOTICES.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}
