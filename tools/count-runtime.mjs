/** Raises the version of the runtime in REST clients if its sources have changed. Comments are not part of a version. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runStep } from "./steps.mjs";

const folder = fileURLToPath(new URL("../generator/src/rest/", import.meta.url));
const file = `${folder}runtime-version.ts`;

const text = readFileSync(file, "utf8");
const digest = digestOf();
if (!text.includes(digest)) {
  writeFileSync(
    file,
    text
      .replace(/runtimeVersion = (\d+)/, (_, version) => `runtimeVersion = ${Number(version) + 1}`)
      .replace(/runtimeDigest =\s+"[^"]*"/, `runtimeDigest = "${digest}"`),
  );
  runStep("tsc -b generator");
  runStep("npm run build -w protoc-gen-stratus");
}

/** Returns the digest of the sources that packages contain. */
function digestOf() {
  const hash = createHash("sha256");
  const names = readdirSync(`${folder}runtime`, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(?<!\.spec|\.fixture)\.ts$/.test(name));
  for (const name of names.sort()) {
    const source = readFileSync(`${folder}runtime/${name}`, "utf8");
    const code = source.replace(/^[ \t]*\/\*\*?(?:[^*]|\*(?!\/))*\*\/[ \t]*\n|^[ \t]*\/\/.*\n/gm, "");
    hash.update(`${name}\n${code.replace(/\r/g, "")}\n`);
  }
  return hash.digest("hex");
}
