/**
 * Reports how a release of the generator changes generated code, in Markdown for the release notes. It generates the
 * SDK of corpus-small with an older generator and with the one in this tree, and compares them with `stratus diff`.
 *
 * `node tools/generator-diff.mjs OLD`: OLD is the folder of an older checkout that has been built, or any specifier of
 * `protoc-gen-stratus` that npm can install, such as a version or a tarball. The report also counts the files whose
 * bytes differ. If a release is not meant to change the output, only the version in the files differs.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import { buildCorpus, corpusSmall, plugins, writeRequest } from "../bench/dist/corpus.js";

const [old] = process.argv.slice(2);
if (old === undefined) {
  console.error("node tools/generator-diff.mjs OLD: name an older generator, a folder or what npm installs");
  process.exit(2);
}

const top = fileURLToPath(new URL("..", import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), "stratus-generator-"));

/** The plugin's file in a checkout, or in a folder into which npm has put it. */
function pluginOf(name) {
  const inside = join(name, "generator/bin/protoc-gen-stratus.js");
  if (existsSync(inside)) return inside;
  execFileSync("npm", [
    "install",
    "--prefix",
    scratch,
    "--no-save",
    "--silent",
    `protoc-gen-stratus@${name}`,
  ]);
  return join(scratch, "node_modules/protoc-gen-stratus/bin/protoc-gen-stratus.js");
}

async function generate(command, place, input) {
  const output = execFileSync(process.execPath, [command], { input, maxBuffer: 1 << 28 });
  const { file, error } = fromBinary(CodeGeneratorResponseSchema, output);
  if (error) throw new Error(`${place}: ${error}`);
  for (const { name, content } of file) {
    await mkdir(dirname(join(scratch, place, name)), { recursive: true });
    await writeFile(join(scratch, place, name), content);
  }
  return new Map(file.map(({ name, content }) => [name, content]));
}

/** The text without the version of the generator. */
const unsigned = (text) => text.replaceAll(/(generator: \{ version: |"@stratus\/runtime": )"[^"]*"/g, "$1");

try {
  const parameter = `${plugins.stratus.parameter},package_name=@corpus/small`;
  const corpus = await buildCorpus(corpusSmall, scratch);
  const input = await readFile(await writeRequest({ ...plugins.stratus, parameter }, corpus, scratch));
  const before = await generate(pluginOf(old), "old", input);
  const after = await generate(join(top, "generator/bin/protoc-gen-stratus.js"), "new", input);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter(
    (path) => unsigned(before.get(path) ?? "") !== unsigned(after.get(path) ?? ""),
  );
  const stratus = [join(top, "generator/bin/stratus.js"), "diff", "old", "new", "--format", "markdown"];
  process.stdout.write(
    execFileSync(process.execPath, stratus, { cwd: scratch, encoding: "utf8", maxBuffer: 1 << 28 }),
  );
  console.log(`\n${changed.length} of ${paths.length} files have other bytes, the version aside.`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
