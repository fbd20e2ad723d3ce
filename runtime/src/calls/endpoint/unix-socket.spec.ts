import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { grpcTarget, parseTarget } from "./address.js";
import { Endpoints } from "./endpoint.js";

describe("the address of a Unix socket", () => {
  it.each([
    ["unix:/run/acme.sock", "/run/acme.sock", "unix:/run/acme.sock"],
    ["unix:///run/acme.sock", "/run/acme.sock", "unix:/run/acme.sock"],
    ["UNIX:/run/acme.sock", "/run/acme.sock", "unix:/run/acme.sock"],
    ["unix:relative.sock", "relative.sock", "unix:relative.sock"],
    ["unix:../a b/@c?d#e:443", "../a b/@c?d#e:443", "unix:../a b/@c?d#e:443"],
    ["unix:8443", "8443", "unix:8443"],
    ...(process.platform === "linux" ? [["unix-abstract:acme", "\0acme", "unix-abstract:acme"]] : []),
  ])("%s is the path %j", (text, socketPath, target) => {
    const address = parseTarget(text, "endpoint");
    expect(address).toMatchObject({ host: "localhost", socketPath });
    expect(grpcTarget(address)).toBe(target);
  });

  it.each([
    "unix:",
    "unix://",
    "unix:///",
    "unix:/run/",
    "unix://run/acme.sock",
    "unix:/run/a\0b",
    "unix:/run/a\nb",
    "unix-abstract:",
    "unix-abstract:///acme",
    `unix:/${"a".repeat(107)}`,
    `unix:/${"é".repeat(54)}`,
    "unixx:/run/acme.sock",
    "http+unix:/run/acme.sock",
  ])("is not %j", (text) => {
    expect(() => parseTarget(text, "endpoint")).toThrow(codedError("OPTION_INVALID", /^endpoint: /));
  });

  it("leaves the authority of a service", () => {
    const endpoints = new Endpoints({ apiDomain: "api.example.com", address: "unix:/run/acme.sock" });
    const own = { target: "unix:/run/acme.sock", isOverridden: true };
    expect(endpoints.find("compute")).toMatchObject({ ...own, authority: "compute.api.example.com:443" });
    expect(endpoints.find({ host: "db:1" })).toMatchObject({ ...own, authority: "db:1", host: "db" });
    expect(endpoints.withoutHost).toBeUndefined();
  });

  it("makes the authority localhost if a service has no host", () => {
    const endpoints = new Endpoints({ apiDomain: undefined, address: "unix:/run/acme.sock" });
    const localhost = { host: "localhost", authority: "localhost", target: "unix:/run/acme.sock" };
    expect(endpoints.find("compute")).toMatchObject(localhost);
    expect(endpoints.withoutHost).toMatchObject(localhost);
  });

  it("of one service leaves the others, which then need a domain", () => {
    const endpoints = new Endpoints({ apiDomain: undefined, addresses: { compute: "unix:compute.sock" } });
    expect(endpoints.find("compute")).toMatchObject({ authority: "localhost", target: "unix:compute.sock" });
    expect(() => endpoints.find("storage")).toThrow(codedError("OPTION_MISSING", '"storage"'));
    expect(endpoints.withoutHost).toBeUndefined();
  });

  it.each(["unix:/run/acme.sock", "unix:acme.sock", "unix:///run/acme.sock", "unix-abstract:acme"])(
    "is neither the host of a service nor a domain: %s",
    (text) => {
      const endpoints = new Endpoints({ apiDomain: "api.example.com" });
      expect(() => endpoints.find({ host: text })).toThrow(
        codedError("OPTION_INVALID", "host of the service"),
      );
      expect(() => endpoints.find(text)).toThrow(codedError("OPTION_INVALID", "endpoint"));
      expect(() => new Endpoints({ apiDomain: text })).toThrow(codedError("OPTION_INVALID", "apiDomain"));
    },
  );
});
