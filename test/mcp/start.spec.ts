import { spawn } from "node:child_process";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";

/** Prints the modules that Node loads, and at the end its own that are in memory, on standard error. */
const hook = `
import { register } from "node:module";
const own = () => process.moduleLoadList.flatMap((one) => /^NativeModule ([a-z]\\w+)$/.exec(one)?.slice(1) ?? []);
process.once("exit", () => process._rawDebug("own " + own().join(" ")));
register("data:text/javascript," + encodeURIComponent(
  'export const load = (url, context, next) => (process._rawDebug("loaded " + url), next(url, context));'));
`;

const rpc = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const clientInfo = { name: "raw", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };

/** What a server over stdio has loaded when it has listed its tools. */
async function loadedAtFirstAnswer(...flags: readonly string[]) {
  const bin = join(root, "mcp/bin/stratus-mcp.js");
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, bin, "@svc/cloud", ...flags];
  const env = { PATH: process.env["PATH"], CLOUD_API_DOMAIN: "api.example.com", CLOUD_TOKEN: "x" };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let [out, said] = ["", ""];
  child.stderr.on("data", (data) => (said += String(data)));
  child.stdout.on("data", (data) => {
    out += String(data);
    if (out.includes('"id":2')) child.stdin.end();
  });
  child.stdin.write(rpc({ id: 1, method: "initialize", params }) + rpc({ id: 2, method: "tools/list" }));
  await new Promise((resolve) => child.once("close", resolve));
  expect(out).toContain("find_methods");
  const files = [...said.matchAll(/^loaded (file:\/\/.*)$/gm)].map(([, url = ""]) => fileURLToPath(url));
  const [, own = ""] = /^own (.*)$/m.exec(said) ?? [];
  return { files: files.map((path) => relative(root, path)).toSorted(), own: own.split(" ") };
}

it("a server over stdio loads its start and the index of the API, and no server, session or search", async () => {
  const { files, own } = await loadedAtFirstAnswer("--allow", "create,change,destroy");
  expect(files).toEqual([
    "generated/cloud/dist/guide/index.js",
    "mcp/bin/stratus-mcp.js",
    "mcp/dist/chunks/start.js",
    "mcp/dist/index.js",
    expect.stringMatching(/^runtime\/dist\/chunks\/guide/),
    "runtime/dist/entries/generated/guide-v1.js",
  ]);
  expect(own).toContain("stream");
  for (const name of ["http", "https", "http2", "tls", "dns", "child_process"])
    expect(own).not.toContain(name);
});
