import { afterEach, describe, expect, it, vi } from "vitest";
import { findSilenceCause } from "./silence-cause.js";

afterEach(() => void vi.unstubAllGlobals());

const up = () => Promise.resolve();
const down = () => Promise.reject(new TypeError("Failed to fetch"));

describe("the likely cause of a request without an answer", () => {
  it.each<
    [what: string, page: string | undefined, target: string, probe: () => Promise<void>, cause: RegExp]
  >([
    ["outside of a page", undefined, "https://api.example.com/v1", up, /^the server is down.*\(refused\)$/],
    [
      "at the origin of the page",
      "https://app.example.com",
      "https://app.example.com/api",
      up,
      /^the server is down/,
    ],
    [
      "of a server that is up",
      "https://app.example.com",
      "https://api.example.com",
      up,
      /^CORS: .*https:\/\/app\.example\.com/,
    ],
    [
      "of a server that is down",
      "https://app.example.com",
      "https://api.example.com",
      down,
      /^the server is down.*connect-src/,
    ],
    [
      "without TLS, from a page with TLS",
      "https://app.example.com",
      "http://api.example.com",
      up,
      /^mixed content/,
    ],
    [
      "to this machine, from a page with TLS",
      "https://app.example.com",
      "http://127.0.0.1:8080",
      up,
      /^CORS/,
    ],
    [
      "without TLS, from a page without",
      "http://app.example.com",
      "http://api.example.com",
      down,
      /^the server is down/,
    ],
  ])("%s", async (_, page, target, probe, cause) => {
    if (page !== undefined) vi.stubGlobal("location", new URL(page));
    expect(await findSilenceCause(target, "refused", probe)).toMatch(cause);
  });

  it("is asked for without credentials, and without reading anything", async () => {
    const sent = vi.fn(async () => new Response());
    vi.stubGlobal("fetch", sent);
    vi.stubGlobal("location", new URL("https://app.example.com"));
    expect(await findSilenceCause("https://api.example.com/v1", "failed")).toMatch(/^CORS/);
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      "https://api.example.com/v1",
      expect.objectContaining({ method: "HEAD", mode: "no-cors", credentials: "omit" }),
    );
  });
});
