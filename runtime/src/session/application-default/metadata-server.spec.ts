import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Deferred, TestClock } from "../../fixture/test-clock.fixture.js";
import { fetchMetadataToken } from "./metadata-server.js";

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of servers.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

/** Serves as the metadata server of this machine; resolves when it has been asked. */
async function serve(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly isAsked: Promise<void> }> {
  const isAsked = new Deferred();
  const server = createServer((_, response) => {
    answer(response);
    isAsked.resolve();
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  vi.stubEnv("GCE_METADATA_HOST", `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { isAsked: isAsked.promise };
}

const { signal } = new AbortController();
const flavor = { "metadata-flavor": "Google" };

describe("a metadata server", () => {
  it.each<[what: string, answer: (response: ServerResponse) => void]>([
    ["does not answer", () => undefined],
    ["begins an answer", (response) => void response.writeHead(200, flavor).write("{")],
  ])("that %s is waited for three seconds, and not longer", async (_, answer) => {
    const clock = new TestClock();
    const { isAsked } = await serve(answer);
    let outcome = "waits";
    fetchMetadataToken(["s"], { clock, signal }).catch((error: Error) => (outcome = error.message));
    await isAsked;
    await clock.advance(2_999);
    expect(outcome).toBe("waits");
    await clock.advance(1);
    expect(outcome).toMatch(/no answer within 3000 ms; run `gcloud auth/);
  });

  it.each<
    [what: string, headers: Record<string, string>, status: number, text: string, why: RegExp | undefined]
  >([
    ["gives a token", flavor, 200, '{"access_token":"t","expires_in":60}', undefined],
    ["is another server", {}, 200, '{"access_token":"t"}', /is another server/],
    ["refuses", flavor, 404, "", /answered with 404/],
    ["gives no token", flavor, 200, "{}", /no access token/],
    ["gives no JSON", flavor, 200, "<html>", /not JSON/],
    ["gives too much", flavor, 200, "x".repeat(1 << 17), /too long/],
  ])("that %s leaves no timer behind", async (_, headers, status, text, why) => {
    const clock = new TestClock();
    await serve((response) => response.writeHead(status, headers).end(text));
    const token = fetchMetadataToken(["s"], { clock, signal });
    if (why) await expect(token).rejects.toThrow(why);
    else expect(await token).toEqual({ token: "t", expiresInMs: 60_000 });
    expect([clock.delays, clock.waiting]).toEqual([[3_000], 0]);
  });

  it("is asked no longer if the session is closed", async () => {
    const clock = new TestClock();
    const closing = new AbortController();
    const { isAsked } = await serve(() => undefined);
    const token = fetchMetadataToken(["s"], { clock, signal: closing.signal });
    token.catch(() => undefined);
    await isAsked;
    closing.abort();
    await expect(token).rejects.toThrow(/no metadata server/);
    expect(clock.waiting).toBe(0);
  });
});
