import { afterEach, expect, it, vi } from "vitest";
import { staticToken } from "../../../session/auth/static-token.js";
import type { LogFields } from "../../../calls/chain/logger.js";
import { connectThings, methods, wiring } from "../../../fixture/test-api.fixture.js";
import { WebSession } from "../../../session/web/web-session.js";

afterEach(() => vi.unstubAllGlobals());

/** What a session warns of whose program opens so many streams that wait. */
async function warningsOf(streams: number, baseUrl: string): Promise<LogFields[]> {
  const warnings: LogFields[] = [];
  let sent = 0;
  const session = new WebSession(wiring, {
    baseUrl,
    credentials: staticToken("token-1"),
    logger: { warn: (fields) => void warnings.push(fields) },
    fetch: () => {
      sent += 1;
      return new Promise(() => {});
    },
  });
  const things = connectThings(session);
  const leaving = new AbortController();
  const reads = Array.from({ length: streams }, async () => {
    for await (const _ of things.serverStream(methods.watch, { text: "x" }, { signal: leaving.signal }));
  });
  await vi.waitFor(() => expect(sent).toBe(streams));
  leaving.abort();
  await Promise.allSettled(reads);
  return warnings;
}

it("a page is warned once of the stream that takes its last connection by HTTP/1.1", async () => {
  vi.stubGlobal("document", {});
  const local = "http://localhost:8080";
  expect(await warningsOf(5, local)).toEqual([]);
  const about = { event: "waiting_streams", endpoint: "localhost:8080", session: wiring.session };
  expect(await warningsOf(9, local)).toEqual([about]);
});

it("nobody is warned of streams with TLS, or where there are more connections", async () => {
  expect(await warningsOf(9, "http://localhost:8080")).toEqual([]);
  vi.stubGlobal("document", {});
  expect(await warningsOf(9, "https://api.example.com")).toEqual([]);
});
