import { join } from "node:path";
import { expect, it } from "vitest";
import { loadedFiles } from "../loaded-files.fixture.js";
import { root } from "../repository.fixture.js";

const rpc = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const clientInfo = { name: "raw", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };

it("a server over stdio loads its start and the index of the API, and no server, session, search or validator", async () => {
  const { out, files, own } = await loadedFiles(
    [join(root, "mcp/bin/stratus-mcp.js"), "@svc/cloud", "--allow", "create,change,destroy"],
    { CLOUD_API_DOMAIN: "api.example.com", CLOUD_TOKEN: "x" },
    {
      input: rpc({ id: 1, method: "initialize", params }) + rpc({ id: 2, method: "tools/list" }),
      until: '"id":2',
    },
  );
  expect(out).toContain("find_methods");
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
