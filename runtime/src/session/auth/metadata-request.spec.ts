import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import type { TokenContext } from "./credentials.js";
import { metadataToken } from "./metadata-token.js";

/** The addresses of the name that the test uses. */
let addresses: { readonly address: string; readonly family: number }[] = [];
vi.mock("node:dns", async (original) => ({
  ...(await original<object>()),
  lookup: (_host: string, _options: object, done: (error: null, all: typeof addresses) => void) =>
    done(null, addresses),
}));

const context = { signal: new AbortController().signal } as unknown as TokenContext;
const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

async function serve(): Promise<number> {
  const server = createServer((_, response) => response.end("t-1"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  close.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe("a metadata server with a name", () => {
  it("is asked by http if all of its addresses are near", async () => {
    addresses = [{ address: "127.0.0.1", family: 4 }];
    const url = `http://metadata.internal:${await serve()}/token`;
    expect(await metadataToken(url).fetchToken(context)).toMatchObject({ token: "t-1" });
  });

  it.each([
    ["192.0.2.1", 4],
    ["2001:db8::1", 6],
    ["::ffff:192.0.2.1", 6],
  ])("is not asked if one of its addresses is %s, unless the program names the host", async (far, family) => {
    addresses = [
      { address: "127.0.0.1", family: 4 },
      { address: far, family },
    ];
    const from = `http://metadata.internal:${await serve()}/token`;
    await expect(metadataToken(from).fetchToken(context)).rejects.toThrow(codedError("INSECURE", far));
  });
});
