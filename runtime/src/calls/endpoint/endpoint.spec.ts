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

  it.each([
    ["[::1]:50051", "[::1]:50051", "ipv6:[::1]:50051", "::1"],
    ["[2001:db8::1]", "[2001:db8::1]:443", "ipv6:[2001:db8::1]:443", "2001:db8::1"],
    ["[fe80::1%eth0]:1", "[fe80::1]:1", "ipv6:[fe80::1%eth0]:1", "fe80::1"],
    [
      "db.ns.svc.cluster.local.",
      "db.ns.svc.cluster.local:443",
      "dns:///db.ns.svc.cluster.local.:443",
      undefined,
    ],
    [
      "db.ns.svc.cluster.local.:1",
      "db.ns.svc.cluster.local:1",
      "dns:///db.ns.svc.cluster.local.:1",
      undefined,
    ],
    ["dns:///db:1", "db:1", "dns:///db:1", "db"],
  ])(
    "of the own host %s is %s, and %s is dialled",
    (text, authority, target, host = "db.ns.svc.cluster.local") => {
      expect(new Endpoints({ apiDomain: undefined }).find({ host: text })).toMatchObject({
        authority,
        target,
        host,
      });
    },
  );

  it("of a domain with a final dot is looked up with it, and named without", () => {
    const endpoint = new Endpoints({ apiDomain: "svc.cluster.local." }).find("db");
    expect(endpoint).toMatchObject({
      host: "db.svc.cluster.local",
      authority: "db.svc.cluster.local:443",
      target: "dns:///db.svc.cluster.local.:443",
    });
  });

  it.each([
    ["db.example.com", "db.example.com.:1"],
    ["db.example.com.", "DB.example.com:1"],
    ["[::1]", "[::1]:50051"],
  ])("is overridden by the key %s if its own host is %s", (key, host) => {
    const endpoints = new Endpoints({ apiDomain: undefined, addresses: { [key]: "127.0.0.1:9" } });
    expect(endpoints.find({ host }).target).toBe("ipv4:127.0.0.1:9");
  });

  it.each([
    "127.0.0.1",
    "127.0.0.1.",
    "[::1]",
    "::1",
    "a.5",
    "5",
    "a.0x1f",
    "a.0x",
    "example.com:8443",
    "example.com/v1",
    "xn--a.example.com",
    "example.com..",
    ".",
    "",
  ])("has no domain such as %j", (apiDomain) => {
    expect(() => new Endpoints({ apiDomain })).toThrow(codedError("OPTION_INVALID", /^apiDomain: /));
  });

  it.each(["", "https://a.example", "a.example/b", "u@a.example", "a:0", "a.5:1", "[::1]1", "unix:x", "a b"])(
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
    ["db.svc.cluster.local.:443", "dns:///db.svc.cluster.local.:443"],
    ["dns:///db.example.com:8443", "dns:///db.example.com:8443"],
    ["dns:db.example.com:8443", "dns:///db.example.com:8443"],
    ["DNS:///db.example.com", "dns:///db.example.com:443"],
    ["dns:[::1]:50051", "ipv6:[::1]:50051"],
    ["dns:///127.0.0.1:1", "ipv4:127.0.0.1:1"],
    ["dns:8443", "dns:///dns:8443"],
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
    "1.2.3.4.",
    "[::1].",
    "0x7f.0.0.1:1",
    "a..:1",
    "dns:",
    "dns:///",
    "dns:///a/b",
    "dns://8.8.8.8/a:1",
    "dns:dns:a:1",
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
