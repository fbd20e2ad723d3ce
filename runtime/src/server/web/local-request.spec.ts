import { expect, it } from "vitest";
import type { NodeRequest } from "./cors.js";
import { localRequestRefusal, type LocalRequestRules } from "./local-request.js";

const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" };
const own = "http://127.0.0.1:80";

it.each<[what: string, headers: Record<string, string>, rules: LocalRequestRules, isRefused: boolean]>([
  ["a program", { host: "127.0.0.1:8080" }, {}, false],
  ["a program by name", { host: "LOCALHOST:1" }, {}, false],
  ["a program by IPv6", { host: "[::1]" }, {}, false],
  [
    "its own page",
    { host: "127.0.0.1:80", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" },
    {},
    false,
  ],
  ["the address bar", { host: "localhost", "sec-fetch-site": "none" }, {}, false],
  ["no host", {}, {}, true],
  ["a name that begins like a loopback name", { host: "127.0.0.1.evil.example" }, {}, true],
  ["a name that ends like a loopback name", { host: "evil-localhost" }, {}, true],
  ["a subdomain of localhost", { host: "evil.localhost" }, {}, true],
  ["a user before the host", { host: "localhost@evil.example" }, {}, true],
  ["a host with a path", { host: "localhost/evil" }, {}, true],
  ["another loopback address", { host: "127.0.0.2" }, {}, true],
  ["a host with a final dot", { host: "localhost." }, {}, true],
  ["a page of another site", { host: "localhost", origin: "https://evil.example" }, {}, true],
  ["a page of another port", { host: "localhost:1", origin: "http://localhost:2" }, {}, true],
  ["a page of another name of this machine", { host: "127.0.0.1", origin: "http://localhost" }, {}, true],
  ["a page by another scheme", { host: "localhost", origin: "https://localhost" }, {}, true],
  ["a page without an origin", { host: "localhost", origin: "null" }, {}, true],
  [
    "a false origin that claims its own site",
    { host: "localhost", origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    {},
    true,
  ],
  ["an image in another site", { host: "localhost", "sec-fetch-site": "cross-site" }, {}, true],
  ["a page of a neighbor", { host: "localhost", "sec-fetch-site": "same-site" }, {}, true],
  ["an unknown site", { host: "localhost", "sec-fetch-site": "?" }, {}, true],
  ["a link in another site", { host: "localhost", ...link }, {}, true],
  ["a link in another site to a page", { host: "localhost", ...link }, { links: true }, false],
  [
    "a frame in another site",
    { host: "localhost", ...link, "sec-fetch-dest": "iframe" },
    { links: true },
    true,
  ],
  ["a link by a name of DNS rebinding", { host: "evil.example", ...link }, { links: true }, true],
  ["any host, with a token", { host: "emulator:80" }, { anyHost: true }, false],
  ["a page of another site, with a token", { host: "emulator:80", origin: own }, { anyHost: true }, true],
])("a server for this machine answers or refuses %s", (_, headers, rules, isRefused) => {
  const request = { method: "GET", headers, socket: {} } as unknown as NodeRequest;
  expect(localRequestRefusal(request, rules) !== undefined).toBe(isRefused);
});

it.each([
  [["Host", "localhost", "Host", "evil.example"], true],
  [["host", "localhost", "HOST", "localhost"], true],
  [["Host", "localhost", "X-Forwarded-Host", "host"], false],
])("refuses several hosts: %j", (rawHeaders, isRefused) => {
  const request = { method: "GET", headers: { host: "localhost" }, rawHeaders, socket: {} };
  expect(localRequestRefusal(request as unknown as NodeRequest) !== undefined).toBe(isRefused);
});

it("refuses a form of another site to a page that links may open", () => {
  const request = {
    method: "POST",
    headers: { host: "localhost", ...link },
    socket: {},
  } as unknown as NodeRequest;
  expect(localRequestRefusal(request, { links: true })).toBe(
    "Pages of other sites may not call this server.",
  );
});
