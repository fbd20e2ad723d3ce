import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import type { TokenContext } from "./credentials.js";
import { metadataToken } from "./metadata-token.js";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = undefined;
});

/** Starts a metadata server, and returns its port. */
async function serve(answer: RequestListener): Promise<number> {
  const started = (server = createServer(answer));
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  return (started.address() as AddressInfo).port;
}

const context = { signal: new AbortController().signal, clock: new TestClock() } as unknown as TokenContext;

describe("the token of a machine", () => {
  it.each([
    ["text", "t-1\n", { token: "t-1\n", expiresInMs: 60_000 }],
    ["JSON", '{"access_token":"t-2","expires_in":90}', { token: "t-2", expiresInMs: 90_000 }],
    ["JSON without a lifetime", '{"access_token":"t-3"}', { token: "t-3", expiresInMs: 60_000 }],
  ])("comes from the address that the program names, as %s", async (_, text, want) => {
    const port = await serve((_request, response) => response.end(text));
    for (const host of ["127.0.0.1", "localhost"])
      expect(await metadataToken(`http://${host}:${port}/token`).fetchToken(context)).toEqual(want);
  });

  it("is requested with headers, and read by a function, if the program gives them", async () => {
    const port = await serve(({ headers }, response) => response.end(`[${String(headers["x-machine"])}]`));
    const credentials = metadataToken({
      from: `http://127.0.0.1:${port}`,
      headers: { "x-machine": "yes" },
      read: (text) => ({ token: text.slice(1, -1), expiresInMs: 5_000 }),
    });
    expect(await credentials.fetchToken(context)).toEqual({ token: "yes", expiresInMs: 5_000 });
  });

  it.each([
    ["a redirect", 302, "", /redirects are not followed/],
    ["another status", 404, "secret-page", /HTTP status 404/],
    ["JSON without a token", 200, '{"secret":"s-1"}', /no "access_token"/],
    ["broken JSON", 200, '{"access_token":"s-1', /cannot be read \(SyntaxError\)/],
  ])("is none if the answer is %s, whose text is not shown", async (_, status, text, why) => {
    const port = await serve((_request, response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(text);
    });
    const error: unknown = await metadataToken(`http://127.0.0.1:${port}`)
      .fetchToken(context)
      .catch((failure: unknown) => failure);
    expect(String(error)).toMatch(why);
    expect(String(error)).not.toMatch(/s-1|secret-page/);
  });

  it.each([
    "http://192.0.2.1/token",
    "http://10.0.0.1/token",
    "http://[2001:db8::1]/",
    "http://0x7f.1.example.com:1x/",
    "ftp://127.0.0.1/",
    "http://user:pass@127.0.0.1/",
    "token.txt",
    "./token",
    "",
  ])("is not requested from %j", (place) => {
    expect(() => metadataToken(place)).toThrow(
      codedError(place.includes("[") || /\d\/token/.test(place) ? "INSECURE" : "OPTION_INVALID"),
    );
  });

  it.each(["http://169.254.169.254/token", "http://[fe80::1]/", "https://192.0.2.1/token", "http://127.1/"])(
    "may be requested from %j",
    (place) => {
      expect(metadataToken(place).description).toContain("the metadata of this machine");
    },
  );

  it("is requested by http from another host only if the program names the host", () => {
    const from = "http://192.0.2.1/token";
    expect(metadataToken({ from, host: "192.0.2.1" }).description).toContain("192.0.2.1");
    expect(() => metadataToken({ from, host: "192.0.2.2" })).toThrow(codedError("INSECURE", "host"));
  });

  it("is read from a file at an absolute path, and again after 10 s", async () => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-"));
    const path = join(folder, "token");
    await writeFile(path, '{"access_token":"t-1","expires_in":3600}');
    expect(await metadataToken(path).fetchToken(context)).toEqual({ token: "t-1", expiresInMs: 10_000 });
    await rm(folder, { recursive: true });
  });
});
