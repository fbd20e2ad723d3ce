import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallerToken, newToken } from "../../mcp/src/serve/caller-token.js";
import { type HttpServing, serveOverHttp } from "../../mcp/src/serve/http.js";
import { agentOf, type Cloud, openCloud, planOf, serverOf } from "./connect.fixture.js";
import { codedError } from "../coded-error.js";

let cloud: Cloud;
let serving: HttpServing;
const token = newToken();
const folder = mkdtempSync(join(tmpdir(), "mcp-"));

beforeAll(async () => {
  cloud = await openCloud();
  const make = serverOf(await cloud.api({ allow: ["destroy"] }), "never");
  serving = await serveOverHttp(make, "127.0.0.1:0", new CallerToken(token));
});
afterAll(async () => {
  await serving[Symbol.asyncDispose]();
  await cloud[Symbol.asyncDispose]();
});

/** The status of a request that a page or a program may send. */
function statusOf(headers: Readonly<Record<string, string>>, path = "/mcp"): Promise<number | undefined> {
  const { port } = new URL(serving.url);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end(body);
  });
}

const headers = { authorization: `Bearer ${token}` };

describe("a server by HTTP", () => {
  it("answers the official clients of both versions, plans of one request being there in the next", async () => {
    const client = new Client({ name: "new", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    const agent = agentOf(client);
    const id = await cloud.make("over-http");
    const plan = planOf(await agent.call("plan", { method: "compute/instance/delete", request: { id } }));
    expect(await agent.call("destroy", plan)).toMatchObject({ isError: false });
    const old = new OldClient({ name: "old", version: "1" });
    await old.connect(new OldTransport(new URL(serving.url), { requestInit: { headers } }) as never);
    expect((await old.listTools()).tools.map(({ name }) => name)).toEqual(await agent.tools());
    await Promise.all([client.close(), old.close()]);
  });

  it.each<[string, Readonly<Record<string, string>>, number, string?]>([
    ["no token", {}, 401],
    ["another token", { authorization: `Bearer ${newToken()}` }, 401],
    ["a part of the token", { authorization: `Bearer ${token.slice(0, -1)}` }, 401],
    ["the token by another scheme", { authorization: `Basic ${token}` }, 401],
    ["the token in the address", {}, 401, `/mcp?token=${token}`],
    ["the name of another host", { ...headers, host: "evil.example.com" }, 403],
    ["a user before this machine", { ...headers, host: "evil@127.0.0.1" }, 403],
    ["a path behind this machine", { ...headers, host: "127.0.0.1/path" }, 403],
    ["a page of another site", { ...headers, origin: "https://evil.example.com" }, 403],
    ["a page that is nowhere", { ...headers, origin: "null" }, 403],
    ["another path", headers, 404, "/"],
  ])("turns away %s", async (_, given, want, path) => {
    expect(await statusOf(given, path)).toBe(want);
  });

  it.each(["0.0.0.0:4000", "192.168.1.1:4000", "example.com:80", "127.0.0.1", "127.0.0.1:99999"])(
    "is not opened at %s",
    async (address) => {
      const make = (): never => {
        throw new Error("not reached");
      };
      await expect(serveOverHttp(make, address, new CallerToken(token))).rejects.toThrow(
        codedError("INSECURE", /not a loopback address/),
      );
    },
  );

  it("has its token in a file of its owner, which is written if it is not there", () => {
    const path = join(folder, "token");
    const made = CallerToken.fromFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8").trim();
    expect(Buffer.from(text, "base64url")).toHaveLength(32);
    expect(CallerToken.fromFile(path).authenticate(`Bearer ${text}`)).toBe(
      made.authenticate(`Bearer ${text}`),
    );
    expect(made.authenticate(`Bearer ${text}`)).not.toContain(text);
  });

  it("names the flag if the file cannot be there", () => {
    expect(() => CallerToken.fromFile(join(folder, "nowhere", "token"))).toThrow(
      codedError("FILE_UNREADABLE", /^--http-token-file: ENOENT/),
    );
  });

  it.each([
    ["that others can read", newToken(), 0o644, /other users can read/],
    ["with a short token", "secret", 0o600, /no token of 256 bits/],
  ])("refuses a file %s", (name, text, mode, why) => {
    const path = join(folder, name.replaceAll(" ", "-"));
    writeFileSync(path, text, { mode });
    expect(() => CallerToken.fromFile(path)).toThrow(why);
  });
});
