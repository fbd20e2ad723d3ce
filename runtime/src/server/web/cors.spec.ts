import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corsHeaders, withCors } from "./cors.js";
import { codedError } from "../../../../test/coded-error.js";

const headers = corsHeaders(
  { headers: { idempotencyKey: "Idempotency-Key", resetMask: undefined } },
  { allowed: ["X-Team"] },
);

describe("a server for pages of other origins", () => {
  const handler = withCors((_request, response) => response.end("answer"), {
    origins: ["https://app.example.com"],
    headers,
  });
  const server = createServer(handler);
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const ask = (origin: string, method = "OPTIONS") =>
    fetch(url, { method, headers: { origin, "access-control-request-method": "POST" } });

  it("allows the headers that the SDK sends, under the names that the API gives them", async () => {
    const answer = await ask("https://app.example.com");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const allowed = answer.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining([
        "authorization",
        "idempotency-key",
        "x-goog-request-params",
        "x-resetmask",
        "x-team",
      ]),
    );
    expect(allowed).not.toContain("*");
  });

  it.each(["https://evil.example", "https://app.example.com.evil.example", "null"])(
    "refuses the preflight of %s, and tells its pages nothing",
    async (origin) => {
      const answer = await ask(origin);
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect((await ask(origin, "POST")).headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("says to caches that answers differ by origin, also to those who have none", async () => {
    expect((await fetch(url)).headers.get("vary")).toBe("Origin");
  });

  it.each(["*", "https://app.example.com/", "app.example.com", "null"])(
    "cannot be opened to %s",
    (origin) => {
      expect(() => withCors(() => undefined, { origins: [origin], headers })).toThrow(
        codedError("OPTION_INVALID", /is not an origin/),
      );
    },
  );
});
