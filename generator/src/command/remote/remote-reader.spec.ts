import type { LookupAddress } from "node:dns";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RemoteReader } from "./remote-reader.js";

const lookUp = vi.hoisted(() => vi.fn<(host: string) => Promise<LookupAddress[]>>());
vi.mock("node:dns/promises", () => ({ lookup: lookUp }));
const connected = vi.hoisted(() => vi.fn<(host: string, addresses: readonly LookupAddress[]) => void>());
vi.mock("./pinned-request.js", () => ({
  requestAt: (url: URL, addresses: readonly LookupAddress[]): Promise<Response> => {
    connected(url.hostname, addresses);
    return fetch(url);
  },
}));

beforeEach(() => void lookUp.mockRejectedValue(new Error("ENOTFOUND")));
afterEach(() => {
  lookUp.mockReset();
  connected.mockReset();
  vi.unstubAllGlobals();
});

/** Answers requests with redirects to these URLs, and then with a text. Returns the URLs that were requested. */
function stubFetch(...redirects: readonly string[]): string[] {
  const asked: string[] = [];
  const answer = async (url: URL): Promise<Response> => {
    const location = redirects[asked.push(url.href) - 1];
    return location === undefined
      ? new Response("openapi: 3.1.0")
      : new Response(null, { status: 302, headers: { location } });
  };
  vi.stubGlobal("fetch", answer);
  return asked;
}

it.each([
  "https://localhost/",
  "https://LOCALHOST./",
  "https://db.localhost/",
  "https://127.1/",
  "https://2130706433/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[0:0:0:0:0:ffff:7fab:cdef]/",
  "https://0.0.0.0/",
  "https://[::]/",
])("a redirect to %s does not reach this machine", async (url) => {
  const asked = stubFetch(url);
  await expect(new RemoteReader().read("https://api.example.com/")).rejects.toThrow(
    /redirects to this machine/,
  );
  expect(asked).toEqual(["https://api.example.com/"]);
});

it.each(["http://foo.LOCALHOST:1/", "http://127.1/", "http://[::ffff:127.0.0.1]/"])(
  "this machine is read without TLS if the user names it: %s",
  async (url) => {
    stubFetch();
    expect(await new RemoteReader().read(url)).toBe("openapi: 3.1.0");
  },
);

it.each([
  "http://0.0.0.0/",
  "http://127.example.com/",
  "http://localhost.example.com/",
  "http://[::ffff:8000:1]/",
])("another server is not read without TLS: %s", async (url) => {
  const asked = stubFetch();
  await expect(new RemoteReader().read(url)).rejects.toThrow(/it is not https/);
  expect(asked).toEqual([]);
});

describe("a document of another server", () => {
  const from = "https://api.example.com/openapi.yaml";

  it.each([
    "http://127.0.0.1:8080/admin",
    "https://localhost/",
    "https://db.internal/",
    "https://printer.local/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[2002:a00:1::]/",
    "https://2130706433/",
    "https://0x0a000001/",
    "https://names-itself.test/",
  ])("does not reach %s, although URLs are allowed", async (url) => {
    lookUp.mockImplementation(async (host) => [
      { address: host === "names-itself.test" ? "10.0.0.1" : "8.8.8.8", family: 4 },
    ]);
    const asked = stubFetch();
    await expect(new RemoteReader().read(url, from)).rejects.toThrow(
      /cannot be read: a public document names/,
    );
    expect(asked).toEqual([]);
  });

  it.each(["https://10.0.0.1/", "https://[fd00::1]/", "https://names-itself.test/"])(
    "does not redirect to %s",
    async (url) => {
      lookUp.mockImplementation(async (host) => [
        { address: host === "names-itself.test" ? "10.0.0.1" : "8.8.8.8", family: 4 },
      ]);
      const asked = stubFetch("https://cdn.example.com/", url);
      await expect(new RemoteReader().read("https://schemas.example.com/", from)).rejects.toThrow(
        /a public server redirects to a private network/,
      );
      expect(asked).toEqual(["https://schemas.example.com/", "https://cdn.example.com/"]);
    },
  );

  it.each([
    ["https://8.8.8.8/", from],
    ["https://172.32.0.1/", from],
    ["https://[2606:4700::1]/", from],
    ["https://schemas.example.com/", from],
    ["https://10.0.0.2/", "https://10.0.0.1/openapi.yaml"],
    ["https://10.0.0.2/", "http://localhost:8080/openapi.yaml"],
    ["https://names-itself.test/b", "https://names-itself.test/a"],
    ["https://10.0.0.1/", "https://names-itself.test/a"],
  ])("reaches %s from %s", async (url, document) => {
    lookUp.mockImplementation(async (host) => [
      { address: host === "names-itself.test" ? "10.0.0.1" : "8.8.8.8", family: 4 },
    ]);
    stubFetch();
    expect(await new RemoteReader().read(url, document)).toBe("openapi: 3.1.0");
  });

  it("connects to the addresses that were checked, whatever the name resolves to later", async () => {
    const [checked, later] = [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    lookUp.mockImplementation(async () => (lookUp.mock.calls.length > 2 ? [later] : [checked]));
    stubFetch();
    const reader = new RemoteReader();
    await reader.read("https://schemas.example.com/a", from);
    await reader.read("https://schemas.example.com/b", "https://schemas.example.com/a");
    expect(connected.mock.calls).toEqual([
      ["schemas.example.com", [checked]],
      ["schemas.example.com", [checked]],
    ]);
  });

  it("reaches a name that does not resolve as before, by asking for it", async () => {
    lookUp.mockRejectedValue(new Error("ENOTFOUND"));
    const asked = stubFetch();
    await new RemoteReader().read("https://schemas.example.com/", from);
    expect(asked).toEqual(["https://schemas.example.com/"]);
  });
});

it("reads a bounded number of documents and bytes", async () => {
  const asked = stubFetch();
  const reader = new RemoteReader(undefined, {}, { maxDocuments: 3 });
  for (const name of ["a", "b", "c"]) await reader.read(`https://api.example.com/${name}`);
  await expect(reader.read("https://api.example.com/d")).rejects.toThrow("has more than 3 documents");
  expect(asked).toHaveLength(3);
  const small = new RemoteReader(undefined, {}, { maxBytes: 20 });
  await small.read("https://api.example.com/a");
  await expect(small.read("https://api.example.com/b")).rejects.toThrow("more than 20 bytes");
});
