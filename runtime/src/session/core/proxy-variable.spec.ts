import { afterEach, describe, expect, it, vi } from "vitest";
import { openSession } from "../../fixture/test-api.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const local = "127.0.0.1:1";

describe("a proxy of the environment", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ["of the API", {}],
    ["that is given", { endpoint: "api.example.com:8443" }],
    ["of one service", { endpoint: undefined, endpoints: { compute: "api.example.com" } }],
  ])("whose URL is wrong is named, for the address %s", (_, options) => {
    vi.stubEnv("https_proxy", "http://user:%zz@proxy:3128");
    expect(() => openSession(options)).toThrow(
      codedError("OPTION_INVALID", /^proxy: https_proxy is not the URL of a proxy; (?!.*zz).*%25/),
    );
  });

  it.each<[what: string, options: object, variables: Record<string, string>]>([
    ["loopback addresses have none", { endpoint: local }, {}],
    ["sockets have none", { endpoint: "unix:/run/acme.sock" }, {}],
    ["the option decides", { proxy: false }, {}],
    ["an exception holds the domain", {}, { no_proxy: "example.com, 10.0.0.0/8" }],
    ["another variable comes first", {}, { grpc_proxy: "http://proxy:3128" }],
  ])("is not judged if it is not used: %s", (_, options, variables) => {
    vi.stubEnv("https_proxy", "http://user:%zz@proxy:3128");
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(() => openSession(options)).not.toThrow();
  });
});
