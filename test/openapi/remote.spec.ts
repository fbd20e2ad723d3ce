import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RemoteReader } from "../../generator/src/command/remote/remote-texts.js";
import { openapiCommand } from "../../generator/src/command/subcommand/openapi.js";
import { runCommand } from "../../generator/src/command/subcommand/run-command.js";
import { codedError } from "../coded-error.js";

let folder = "";
let said = "";
let asked: string[] = [];
const servers: Server[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "remote-"));
  said = "";
  asked = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void);

/** A server of this machine that answers with these texts, and notes what it was asked with which key. */
async function serve(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    asked.push([url, headers["x-key"]].filter(Boolean).join(" "));
    const answer = answers[url];
    if (typeof answer === "function") answer(response, request);
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const redirect =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(302, { location }).end();

const generate = (spec: string, ...more: readonly string[]): Promise<number> => {
  const say = (text: string): void => void (said += text);
  const args = ["openapi", spec, "--out", join(folder, "out"), ...more];
  return runCommand([openapiCommand()], args, () => "1.0.0", { out: say, error: say });
};
const printed = (path: string): Promise<string> => readFile(join(folder, "out", path), "utf8");

const shop = (reference: string): string => `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a: { get: { operationId: getA, responses: { "200": { description: "", content: { application/json: { schema: { $ref: "${reference}" } } } } } } }
components: { schemas: { A: { type: object, properties: { own: { type: string } } } } }
`;
const other = `{ type: object, properties: { other: { $ref: "deep/b.yaml" } } }`;
const deep = `{ type: object, properties: { deep: { type: string } } }`;

describe("a description at an address", () => {
  it("gives a package that is called like it, and is kept with its hash", async () => {
    const base = await serve({ "/v1/pet-shop.yaml?token=secret": shop("#/components/schemas/A") });
    expect(await generate(`${base}/v1/pet-shop.yaml?token=secret`)).toBe(0);
    expect(said).toContain(": 1 operation,");
    expect(await printed("src/index.ts")).toContain("PetShopClient");
    const { sources } = JSON.parse(await printed("stratus.sources.json")) as {
      sources: Record<string, object>;
    };
    expect(Object.values(sources)).toEqual([
      { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), text: expect.any(String) },
    ]);
    expect(await printed("package.json")).not.toContain("sources");
    expect(await printed("stratus.sources.json")).not.toContain("secret");
    expect(await generate(`${base}/v1/pet-shop.yaml?token=secret`, "--frozen")).toBe(0);
    expect(said).not.toContain("secret");
  });

  it("is made again from what was kept, without the network, by --frozen", async () => {
    const base = await serve({ "/a.yaml": shop("b.yaml"), "/b.yaml": other, "/deep/b.yaml": deep });
    expect(await generate(`${base}/a.yaml`, "--allow-remote")).toBe(0);
    const before = await printed("src/models.ts");
    expect(before).toContain("deep?: string");
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await generate(`${base}/a.yaml`, "--allow-remote")).toBe(1);
    expect(said).toContain(`${base}/a.yaml cannot be read: `);
    expect(await generate(`${base}/a.yaml`, "--allow-remote", "--frozen")).toBe(0);
    expect(await printed("src/models.ts")).toBe(before);
    expect(asked).toEqual(["/a.yaml", "/b.yaml", "/deep/b.yaml"]);
  });

  it("is refused by --frozen if it was never read, or is not what was read", async () => {
    const base = await serve({ "/a.yaml": shop("#/components/schemas/A") });
    expect(await generate(`${base}/a.yaml`, "--frozen")).toBe(1);
    expect(said).toContain("is not in this file, which --frozen reads");
    await generate(`${base}/a.yaml`);
    const file = join(folder, "out/stratus.sources.json");
    await writeFile(file, (await readFile(file, "utf8")).replace("getA", "getB"));
    expect(await generate(`${base}/a.yaml`, "--frozen")).toBe(1);
    expect(said).toContain("was changed in this file");
  });

  it("names other addresses only if that is allowed", async () => {
    const base = await serve({ "/a.yaml": shop("b.yaml"), "/b.yaml": other });
    expect(await generate(`${base}/a.yaml`)).toBe(0);
    expect(said).toContain("Allow URLs with --allow-remote");
    expect(asked).toEqual(["/a.yaml"]);
  });

  it("names no file of this machine", async () => {
    await writeFile(join(folder, "secret.yaml"), deep);
    for (const reference of [
      `file://${folder}/secret.yaml`,
      `${folder}/secret.yaml`,
      "../../../../secret.yaml",
    ]) {
      const base = await serve({ "/a.yaml": shop(reference) });
      expect(await generate(`${base}/a.yaml`, "--allow-remote")).toBe(0);
      expect(await printed("src/operations/operations.ts")).toContain("Call<unknown>");
    }
  });

  it("of a file names addresses if that is allowed", async () => {
    const base = await serve({ "/b.yaml": deep });
    await writeFile(join(folder, "a.yaml"), shop(`${base}/b.yaml`));
    expect(await generate(join(folder, "a.yaml"), "--allow-remote")).toBe(0);
    expect(await printed("src/models.ts")).toContain("deep?: string");
  });
});

describe("headers for an address", () => {
  it("go to its origin, and not to another, from which they do not come back", async () => {
    vi.stubEnv("SHOP_KEY", "k");
    const last = await serve({ "/end": deep });
    const first = await serve({
      "/a.yaml": redirect("/b.yaml"),
      "/b.yaml": shop("/c.yaml"),
      "/c.yaml": (response) => void response.writeHead(307, { location: `${last}/back` }).end(),
      "/d.yaml": deep,
    });
    servers[0]
      ?.removeAllListeners("request")
      .on("request", (request: IncomingMessage, response: ServerResponse) => {
        asked.push(`other ${request.headers["x-key"]}`);
        response.writeHead(302, { location: `${first}/d.yaml` }).end();
      });
    expect(await generate(`${first}/a.yaml`, "--header", "X-Key=@SHOP_KEY", "--allow-remote")).toBe(0);
    expect(asked).toEqual(["/a.yaml k", "/b.yaml k", "/c.yaml k", "other undefined", "/d.yaml"]);
    expect(await printed("stratus.sources.json")).not.toMatch(/x-key|SHOP_KEY/i);
  });

  it.each([
    ["X-Key=secret", "--header X-Key must be NAME=@VARIABLE"],
    ["X-Key=@NO_SUCH_VARIABLE", "the environment variable NO_SUCH_VARIABLE is not set"],
    ["X-Key=@TWO_LINES", "the environment variable TWO_LINES is not set, or not a valid header value"],
  ])("are refused: %s", async (header, why) => {
    vi.stubEnv("TWO_LINES", "secret\nsecret");
    expect(await generate("http://127.0.0.1:1/a.yaml", "--header", header)).toBe(2);
    expect(said).toContain(why);
    expect(said).not.toContain("secret");
  });
});

describe("what is read over the network", () => {
  it.each([
    ["http://example.com/a.yaml", "it is not https"],
    ["https://user:secret@example.com/a.yaml", "it contains a password"],
    ["http://127.0.0.1.example.com/a.yaml", "it is not https"],
  ])("is not %s", async (address, why) => {
    expect(await generate(address)).toBe(1);
    expect(said).toContain(why);
    expect(said).not.toContain("secret");
  });

  it("is bounded in bytes, redirects and time", async () => {
    const base = await serve({
      "/large": "x".repeat(200),
      "/endless": redirect("/endless"),
      "/elsewhere": redirect("http://example.com/"),
      "/silent": () => undefined,
    });
    const texts = new RemoteReader(undefined, {}, { maxBytes: 300, maxRedirects: 10, timeoutMs: 500 });
    expect(await texts.read(`${base}/large`)).toHaveLength(200);
    await expect(texts.read(`${base}/large`)).rejects.toThrow(
      codedError("FILE_UNREADABLE", "the documents have more than 300 bytes"),
    );
    await expect(texts.read(`${base}/endless`)).rejects.toThrow(
      codedError("FILE_UNREADABLE", "it redirects after 10 redirects"),
    );
    expect(asked.filter((url) => url === "/endless")).toHaveLength(11);
    await expect(texts.read(`${base}/elsewhere`)).rejects.toThrow(
      codedError("FILE_UNREADABLE", "it is not https"),
    );
    await expect(texts.read(`${base}/silent`)).rejects.toThrow(
      codedError("FILE_UNREADABLE", "the server did not respond within 500 ms"),
    );
    await expect(texts.read(`${base}/none`)).rejects.toThrow(
      codedError("FILE_UNREADABLE", "the server responded with HTTP 404"),
    );
  });
});
