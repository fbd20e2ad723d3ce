import { afterEach, expect, it, vi } from "vitest";
import { restFetch } from "./rest-fetch.js";

afterEach(() => vi.unstubAllEnvs());

it.each<readonly [address: string | undefined, variable: string | undefined, isOwn: boolean]>([
  ["http://a.test", "0", true],
  ["https://a.test", "0", false],
  [undefined, "0", false],
  ["https://a.test", undefined, true],
  ["https://a.test", "1", true],
])(
  "%s with NODE_TLS_REJECT_UNAUTHORIZED=%s has a time limit for connecting: %s",
  (address, variable, isOwn) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", variable);
    expect(restFetch(address, { connectTimeoutMs: 2_000 }, undefined) !== undefined).toBe(isOwn);
  },
);

it("follows no redirect from http to https while certificates are not verified", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const send = restFetch("http://a.test", undefined, () => undefined);
  await expect(send?.("https://a.test/next")).rejects.toMatchObject({ cause: { code: "TLS_NOT_VERIFIED" } });
});
