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

it.each(["127.0.0.1", "127.9.9.9", "::1", "localhost", "db.localhost"])(
  "%s is never called through one",
  (loopback) => {
    expect(chooseProxy({ host: loopback, port: 443 }, { url: "http://own" }, set)).toBeUndefined();
  },
);

it("a variable that is no URL is named, and its value is not", () => {
  const choose = (): unknown => chooseProxy(host, undefined, { https_proxy: "ftp://user:secret@x" });
  expect(choose).toThrow(/^https_proxy is not the URL of a proxy; write "http:\/\/host:port"$/);
});
