import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionsError } from "../../base/text/options-error.js";
import { parseAddress, grpcTarget } from "./address.js";
import { Endpoints } from "./endpoint.js";
import { codedError } from "../../../../test/coded-error.js";

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

  it.each([
    ["pubsub.example.org", "pubsub.example.org:443"],
    ["pubsub.example.org:8443", "pubsub.example.org:8443"],
    ["localhost:1", "localhost:1"],
  ])("of a service whose own host is %s is there, whatever the domain", (host, authority) => {
    for (const apiDomain of [undefined, "api.example.com"]) {
      const endpoint = new Endpoints({ apiDomain }).find({ host });
      expect(endpoint).toMatchObject({ authority, target: `dns:///${authority}`, isOverridden: false });
    }
  });

  it("of a service that has its own host can be dialled elsewhere, by that host", () => {
    const addresses = { "pubsub.example.org": "127.0.0.1:1" };
    const endpoints = new Endpoints({ apiDomain: "example.org", addresses });
    expect(endpoints.find({ host: "pubsub.example.org:8443" })).toMatchObject({
      authority: "pubsub.example.org:8443",
      target: "ipv4:127.0.0.1:1",
      isOverridden: true,
    });
    // At home in the domain under another name, though its host is spelt the same.
    expect(endpoints.find("pubsub")).toMatchObject({
      authority: "pubsub.example.org:443",
      isOverridden: false,
    });
  });

  it("is not taken for another whose name is spelt like a host", () => {
    const endpoints = new Endpoints({ apiDomain: "api.example.com" });
    expect(endpoints.find({ host: "pubsub" }).authority).toBe("pubsub:443");
    expect(endpoints.find("pubsub").authority).toBe("pubsub.api.example.com:443");
  });

  it.each(["", "https://a.example", "a.example/b", "u@a.example", "a:0", "[::1]:443", "unix:x", "a b"])(
    "is no host such as %j",
    (host) => {
      expect(() => new Endpoints({ apiDomain: undefined }).find({ host })).toThrow(OptionsError);
    },
  );

  it("by name needs a domain", () => {
    expect(() => new Endpoints({ apiDomain: undefined }).find("compute")).toThrow(
      codedError("OPTION_MISSING", '"compute"'),
    );
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
    expect(grpcTarget(parseAddress(text, "endpoint"))).toBe(target);
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
