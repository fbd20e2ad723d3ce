/**
 * The SDK of this repository once more, with ts-proto as the engine: generated and compiled into `test/engines/.generated`,
 * where the end-to-end suite finds it in place of the usual one (`npm run long -- engines`).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = fileURLToPath(new URL(".generated/", import.meta.url));

/** Where the package is. */
export const otherCloud = join(folder, "cloud");

/** Generates and compiles it. */
export default function setup(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const plugin = {
    local: ["node", join(top, "generator/bin/protoc-gen-stratus.js")],
    out: otherCloud,
    strategy: "all",
    opt: ["package_name=@svc/cloud", "session_name=Cloud", "strip_prefix=svc", "codec=ts-proto"],
  };
  const template = join(folder, "buf.gen.json");
  writeFileSync(template, JSON.stringify({ version: "v2", plugins: [plugin] }));
  run(join(top, "node_modules/.bin/buf"), "generate", "--template", template);
  run(process.execPath, join(otherCloud, "bundle.js"));
  run(process.execPath, join(top, "node_modules/typescript/bin/tsc"), "-b", otherCloud);
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: top, stdio: ["ignore", "inherit", "inherit"] });
}
