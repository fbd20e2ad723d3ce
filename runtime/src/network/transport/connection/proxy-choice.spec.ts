import { expect, it } from "vitest";
import { chooseProxy } from "./proxy-choice.js";

const host = { host: "compute.api.example.com", port: 443 };
const set = { https_proxy: "http://proxy:3128" };

it.each<
  [
    what: string,
    option: Parameters<typeof chooseProxy>[1],
    environment: NodeJS.ProcessEnv,
    want: string | undefined,
  ]
>([
  ["nothing", undefined, {}, undefined],
  ["https_proxy", undefined, set, "http://proxy:3128/"],
  ["HTTPS_PROXY", undefined, { HTTPS_PROXY: "proxy:3128" }, "http://proxy:3128/"],
  ["HTTP_PROXY, which a CGI client can set", undefined, { HTTP_PROXY: "http://evil" }, undefined],
  ["grpc_proxy before all others", undefined, { ...set, grpc_proxy: "https://first" }, "https://first/"],
  ["the option before the environment", { url: "http://own" }, set, "http://own/"],
  ["false", false, set, undefined],
])("of %s", (_, option, environment, want) => {
  expect(chooseProxy(host, option, environment)?.url.href).toBe(want);
});

it.each([
  ["compute.api.example.com", true],
  ["COMPUTE.api.example.com", true],
  ["example.com", true],
  [".example.com", true],
  ["*.example.com", true],
  ["example.com:443", true],
  ["example.com:8443", false],
  ["ample.com", false],
  ["other.com, example.com", true],
  ["*", true],
  ["", false],
])("no_proxy=%j leaves a host out: %s", (text, isLeftOut) => {
  expect(chooseProxy(host, undefined, { ...set, no_proxy: text }) === undefined).toBe(isLeftOut);
});

it.each([
  ["10.1.2.3", "10.0.0.0/8", true],
  ["11.1.2.3", "10.0.0.0/8", false],
  ["192.0.2.130", "a.example, 192.0.2.128/25", true],
  ["192.0.2.3", "192.0.2.128/25", false],
  ["192.0.2.3", "0.0.0.0/0", true],
  ["192.0.2.3", "192.0.2.0/33", false],
  ["192.0.2.3", "192.0.2.0/", false],
  ["fd00:1::7", "fd00::/8", true],
  ["fd00:1::7", "[fd00:1::]/32", true],
  ["fe80::1", "fd00::/8", false],
  ["fd00:1::7", "10.0.0.0/8", false],
  ["ten.example.com", "10.0.0.0/8", false],
])("no_proxy with networks leaves %s out for %j: %s", (address, text, isLeftOut) => {
  const chosen = chooseProxy({ host: address, port: 443 }, undefined, { ...set, no_proxy: text });
  expect(chosen === undefined).toBe(isLeftOut);
});

it.each([
  "127.0.0.1",
  "127.9.9.9",
  "127.1",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "db.LOCALHOST",
])("%s is never called through one", (loopback) => {
  expect(chooseProxy({ host: loopback, port: 443 }, { url: "http://own" }, set)).toBeUndefined();
  expect(chooseProxy({ host: loopback, port: 443 }, undefined, set)).toBeUndefined();
});

it("a Unix socket is never called through one", () => {
  const socket = { host: "socket.example.com", port: 0, socketPath: "/run/acme.sock" };
  expect(chooseProxy(socket, { url: "http://own" }, set)).toBeUndefined();
});

it.each([
  ["compute.api.example.com.", "example.com"],
  ["compute.api.example.com", "example.com."],
  ["compute.api.example.com.", ".example.com.:443"],
  ["::ffff:10.1.2.3", "10.0.0.0/8"],
  ["fd00::7", "[fd00:0::7]"],
  ["fd00::7", "fd00::7"],
  ["fd00::7", "[fd00::7]:443"],
  ["FD00::7", "fd00::7"],
])("no_proxy leaves %s out for %s, whatever the spelling", (spelled, text) => {
  expect(chooseProxy({ host: spelled, port: 443 }, undefined, { ...set, no_proxy: text })).toBeUndefined();
});

it.each([
  ["of another kind", "ftp://user:secret@x"],
  ["with a password that is not percent-encoded", "http://user:100%secret@x"],
])("a variable that is a URL %s is named for good, and its value is not", (_, url) => {
  const choose = (): unknown => chooseProxy(host, undefined, { https_proxy: url });
  expect(choose).toThrow(
    /^no tunnel: https_proxy is not the URL of a proxy; write "http:\/\/host:port", and a % in a user or password as %25$/,
  );
});
