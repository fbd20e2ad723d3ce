import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionsError } from "../error/options-error.js";
import { parseAddress, targetOf } from "./address.js";
import { Endpoints } from "./endpoint.js";

describe("an endpoint", () => {
  it.each([
    ["compute", "compute.api.example.com:443"],
    ["tokens.iam", "tokens.iam.api.example.com:443"],
    ["cpl.iam", "cpl.iam.api.example.com:443"],
  ])("of %s is %s", (name, authority) => {
    const endpoint = new Endpoints({ apiDomain: "api.example.com" }).find(name);
    expect(endpoint.authority).toBe(authority);
    expect(endpoint.target).toBe(`dns:///${authority}`);
    expect(endpoint.isOverridden).toBe(false);
  });

  it("keeps its authority when something else is dialled: its own address first, then that of all", () => {
    const endpoints = new Endpoints({
      apiDomain: "api.example.com",
      address: "localhost:1000",
      addresses: { compute: "[::1]:2000" },
    });
    expect(endpoints.find("compute")).toMatchObject({
      authority: "compute.api.example.com:443",
      target: "ipv6:[::1]:2000",
      isOverridden: true,
    });
    expect(endpoints.find("cpl.iam")).toMatchObject({
      authority: "cpl.iam.api.example.com:443",
      target: "dns:///localhost:1000",
    });
    expect(endpoints.find("compute")).toBe(endpoints.find("compute"));
  });

  it("lies in its domain whatever the name, or there is none", () => {
    const endpoints = new Endpoints({ apiDomain: "api.example.com" });
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom("evil.com/#", "x@evil", "unix:x", "a:1", "", ".", "a..b", "-a", "ä"),
    );
    fc.assert(
      fc.property(hostile, (name) => {
        try {
          const { host, authority } = endpoints.find(name);
          expect(host).toMatch(/^[\w-]+(\.[\w-]+)*\.api\.example\.com$/);
          expect(authority).toBe(`${host}:443`);
        } catch (error) {
          expect(error).toBeInstanceOf(OptionsError);
        }
      }),
    );
  });
});

describe("an address", () => {
  it.each([
    ["127.0.0.1:8443", "ipv4:127.0.0.1:8443"],
    ["localhost", "dns:///localhost:443"],
    ["emulator.local:1", "dns:///emulator.local:1"],
    ["[::1]", "ipv6:[::1]:443"],
    ["[2001:db8::1]:65535", "ipv6:[2001:db8::1]:65535"],
  ])("%s is dialled as %s", (text, target) => {
    expect(targetOf(parseAddress(text, "endpoint"))).toBe(target);
  });

  it.each([
    "",
    ":443",
    "a:0",
    "a:65536",
    "a:x",
    "::1",
    "[::1",
    "[x]:1",
    "1.2.3:4",
    "256.1.1.1:1",
    "http://a",
    "a/b",
    "u@a:1",
    "a b",
    5,
    null,
  ])("%j is refused", (text) => {
    expect(() => parseAddress(text, "endpoint")).toThrow(OptionsError);
  });
});
