import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { requestOf } from "../../generator/src/request.fixture.js";
import { buildGoogle } from "./google.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folders = "api bigtable datastore iam logging longrunning monitoring pubsub rpc spanner storage type";

/** Milliseconds of CPU that the plugin takes for a request, in a process of its own. */
function cpuMs(request: Uint8Array): number {
  const told = `process.on("exit", () => console.error("cpu", JSON.stringify(process.cpuUsage())))`;
  const hook = `data:text/javascript,${encodeURIComponent(told)}`;
  const plugin = join(top, "generator/bin/protoc-gen-stratus.js");
  const { stderr } = spawnSync(process.execPath, ["--import", hook, plugin], {
    input: request,
    maxBuffer: 1 << 30,
  });
  const said = [...String(stderr).matchAll(/^cpu (.*)$/gm)].map(
    ([, text = ""]) => JSON.parse(text) as { user: number; system: number },
  );
  return said.reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
}

it("verify=true takes as much longer as the page of the options says", { timeout: 300_000 }, () => {
  const page = readFileSync(join(top, "docs/generator.md"), "utf8");
  expect(page).toMatch(/^\| `verify` .*takes three to four times as long/m);
  const file = buildGoogle(folders.split(" ").map((folder) => `google/${folder}`));
  const parameter = "session_name=Google,unrouted=allow";
  const plain = cpuMs(requestOf(file, { parameter }));
  const verified = cpuMs(requestOf(file, { parameter: `${parameter},verify=true` }));
  console.log(
    `${plain.toFixed(0)} ms, with verify=true ${verified.toFixed(0)} ms: ${(verified / plain).toFixed(1)} times`,
  );
  expect(verified / plain).toBeGreaterThan(2.5);
  expect(verified / plain).toBeLessThan(4.5);
});
