import { afterEach, expect, it, vi } from "vitest";
import { RemoteReader } from "./remote-reader.js";

afterEach(() => vi.unstubAllGlobals());

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
