import { describe, expect, it } from "vitest";
import type { NodeRequest } from "./cors.js";
import { isForeignRequest, requestOrigin } from "./origin.js";

type Headers = Readonly<Record<string, string>>;
const request = (headers: Headers, encrypted = false): NodeRequest =>
  ({ headers, socket: encrypted ? { encrypted } : {} }) as unknown as NodeRequest;

const allowed = new Set(["https://app.example.com"]);
const host = "api.example.com";
const own = "http://api.example.com";

describe("a request", () => {
  it.each<[what: string, headers: Headers, isForeign: boolean]>([
    ["of a program", {}, false],
    ["of a page of the server, by an older browser", { origin: own }, false],
    ["of a page of the server", { origin: own, "sec-fetch-site": "same-origin" }, false],
    [
      "of a page of the server behind a proxy",
      { origin: "https://api.example.com", "sec-fetch-site": "same-origin" },
      false,
    ],
    ["of the address bar", { "sec-fetch-site": "none" }, false],
    ["of a listed page", { origin: "https://app.example.com", "sec-fetch-site": "cross-site" }, false],
    ["of a listed page, by an older browser", { origin: "https://app.example.com" }, false],
    ["of an image in a foreign page", { "sec-fetch-site": "cross-site" }, true],
    ["of a page of a neighbor", { "sec-fetch-site": "same-site", origin: "http://evil.example.com" }, true],
    ["of a foreign page", { origin: "https://evil.example" }, true],
    ["of a listed host by another scheme", { origin: "http://app.example.com" }, true],
    ["of a name that begins like a listed one", { origin: "https://app.example.com.evil.example" }, true],
    ["of a page without an origin", { origin: "null" }, true],
    ["of the same host by another scheme", { origin: "https://api.example.com" }, true],
    ["of the same host by another port", { origin: "http://api.example.com:8080" }, true],
    ["with an empty origin", { origin: "" }, true],
    [
      "of a foreign page, with an unknown site",
      { origin: "https://evil.example", "sec-fetch-site": "?" },
      true,
    ],
  ])("%s", (_, headers, isForeign) => {
    expect(isForeignRequest(request({ host, ...headers }), allowed)).toBe(isForeign);
  });

  it.each<[what: string, headers: Headers, encrypted: boolean, origin: string | undefined]>([
    ["HTTP/1.1", { host: "api.example.com:80" }, false, "http://api.example.com"],
    ["TLS", { host: "API.example.com" }, true, "https://api.example.com"],
    ["HTTP/2", { ":authority": "api.example.com:8443" }, true, "https://api.example.com:8443"],
    ["IPv6", { host: "[::1]:8080" }, false, "http://[::1]:8080"],
    ["no host", {}, false, undefined],
    ["an invalid host", { host: "a b" }, false, undefined],
  ])("by %s has its origin", (_, headers, encrypted, origin) => {
    expect(requestOrigin(request(headers, encrypted))).toBe(origin);
  });
});
