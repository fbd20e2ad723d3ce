import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { staticToken } from "../auth/static-token.js";
import type { RuntimeErrorCode } from "../../base/text/error-codes.js";
import { OptionsError } from "../../base/text/options-error.js";
import {
  connectOperations,
  connectThings,
  methods,
  openSession,
  wiring,
} from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { optionsFromEnv } from "./environment.js";
import { NodeSession as Session } from "./node-session.js";
import { runtimeVersion } from "./user-agent.js";
import { codedError } from "../../../../test/coded-error.js";

const local = "127.0.0.1:1";

describe("options that cannot work are refused before anything is connected", () => {
  it.each<[what: string, options: object, code: RuntimeErrorCode, option: string]>([
    ["no domain", { apiDomain: undefined }, "OPTION_MISSING", "apiDomain"],
    ["a domain with a path", { apiDomain: "evil.com/#.x" }, "OPTION_INVALID", "apiDomain"],
    ["a domain with a user", { apiDomain: "x@evil" }, "OPTION_INVALID", "apiDomain"],
    ["a domain with a scheme", { apiDomain: "unix:x" }, "OPTION_INVALID", "apiDomain"],
    ["a domain with a port", { apiDomain: "api.example.com:443" }, "OPTION_INVALID", "apiDomain"],
    ["a domain with an empty label", { apiDomain: "api..com" }, "OPTION_INVALID", "apiDomain"],
    ["a domain that is too long", { apiDomain: `${"a.".repeat(130)}com` }, "OPTION_INVALID", "apiDomain"],
    ["a domain that is an address", { apiDomain: "127.0.0.1" }, "OPTION_INVALID", "apiDomain"],
    ["a domain that is an address of IPv6", { apiDomain: "[::1]" }, "OPTION_INVALID", "apiDomain"],
    ["a domain whose last label is a number", { apiDomain: "example.0x1" }, "OPTION_INVALID", "apiDomain"],
    ["an address with a scheme", { endpoint: "https://x" }, "OPTION_INVALID", "endpoint"],
    ["a socket without a path", { endpoint: "unix:" }, "OPTION_INVALID", "endpoint"],
    ["an address with a user", { endpoint: "x@evil:1" }, "OPTION_INVALID", "endpoint"],
    ["an address with a path", { endpoint: "evil/#:1" }, "OPTION_INVALID", "endpoint"],
    ["an address with a port that is none", { endpoint: "localhost:99999" }, "OPTION_INVALID", "endpoint"],
    ["an address that is half an IP address", { endpoint: "127.0.1:80" }, "OPTION_INVALID", "endpoint"],
    [
      "an address of one service",
      { endpoints: { compute: "dns://server/x" } },
      "OPTION_INVALID",
      'endpoints["compute"]',
    ],
    ["insecure as a word", { insecure: "false" as never, endpoint: local }, "OPTION_INVALID", "insecure"],
    ["a proxy with a bare percent sign", { proxy: "http://user:100%zz@x" }, "OPTION_INVALID", "proxy"],
    ["a proxy that is null", { proxy: null }, "OPTION_INVALID", "proxy"],
    ["an unknown word of proxies", { proxy: { url: "http://x", cert: "y" } }, "OPTION_UNKNOWN", "cert"],
    [
      "a path as a proxy's roots",
      { proxy: { url: "http://x", ca: "/ca.pem" } },
      "OPTION_INVALID",
      "proxy.ca",
    ],
    ["a proxy that is no URL", { proxy: "ftp://user:secret@x" }, "OPTION_INVALID", "proxy"],
    ["a window of nothing", { windowBytes: 0 }, "OPTION_INVALID", "windowBytes"],
    ["insecure without an address", { insecure: true }, "INSECURE", "insecure"],
    [
      "insecure with certificates",
      { insecure: true, endpoint: local, tls: {} },
      "OPTION_CONFLICT",
      "insecure",
    ],
    ["a certificate's path", { tls: { ca: "/etc/ca.pem" } }, "OPTION_INVALID", "tls.ca"],
    ["half a client certificate", { tls: { cert: "-----BEGIN CERTIFICATE-----" } }, "OPTION_MISSING", "tls"],
    ["an unknown option", { apiDomian: "x" }, "OPTION_UNKNOWN", "apiDomian"],
    ["a token as credentials", { credentials: "marker-token" }, "OPTION_INVALID", "credentials"],
    ["NaN as a time", { attemptTimeoutMs: Number.NaN }, "OPTION_INVALID", "attemptTimeoutMs"],
    ["a negative time", { timeoutMs: -1 }, "OPTION_INVALID", "timeoutMs"],
    ["endless time", { overallTimeoutMs: Infinity }, "OPTION_INVALID", "overallTimeoutMs"],
    ["an unknown time", { timeoutMS: 5 }, "OPTION_UNKNOWN", "timeoutMS"],
    ["no attempts", { retry: { maxAttempts: 0 } }, "OPTION_INVALID", "retry.maxAttempts"],
    ["an unknown word of retries", { retry: { maxRetries: 3 } }, "OPTION_UNKNOWN", "maxRetries"],
    ["an unknown word of certificates", { tls: { cacert: "x" } }, "OPTION_UNKNOWN", "cacert"],
    ["a size of nothing", { maxReceiveBytes: 0 }, "OPTION_INVALID", "maxReceiveBytes"],
    ["a user agent with a line end", { userAgent: "a\nb" }, "OPTION_INVALID", "userAgent"],
    ["an unknown compression", { compression: "zstd" }, "OPTION_INVALID", "compression"],
    ["an address with a password", { endpoint: "https://user:marker@evil:1" }, "OPTION_INVALID", "endpoint"],
    ["hooks that are none", { hooks: () => undefined }, "OPTION_INVALID", "hooks"],
    ["a list of hooks with a hole", { hooks: [{}, undefined] }, "OPTION_INVALID", "hooks"],
    ["a logger that cannot warn", { logger: { info: () => undefined } }, "OPTION_INVALID", "logger"],
  ])("%s", (_what, options, code, option) => {
    const make = (): unknown => openSession(options);
    expect(make).toThrow(expect.objectContaining({ name: "OptionsError", code, option }));
    expect(make).not.toThrow(/marker/);
  });

  it("and the error of a missing domain names the variable that sets it", () => {
    expect(() => openSession({ apiDomain: undefined })).toThrow(
      codedError("OPTION_MISSING", /reads it from ACME_API_DOMAIN/),
    );
  });

  it("and clients too: one without a session, an operation service without an endpoint", () => {
    expect(() => connectThings(undefined as never)).toThrow(
      expect.objectContaining({ code: "ARGUMENT_INVALID" }),
    );
    expect(() => connectOperations(openSession({}))).toThrow(
      expect.objectContaining({ code: "OPTION_MISSING" }),
    );
    expect(() => connectThings(openSession({}), { endpoint: "evil.com/#" })).toThrow(OptionsError);
  });
});

describe("the options of one call that cannot work fail that call", () => {
  it.each<[what: string, options: object, names: RegExp]>([
    ["NaN", { timeoutMs: Number.NaN }, /timeoutMs: NaN is not a time/],
    ["a negative time", { timeoutMs: -5 }, /timeoutMs/],
    ["an endless time", { timeoutMs: Infinity }, /timeoutMs/],
    ["a far deadline", { timeoutMs: 1e18 }, /timeoutMs/],
    ["a time that is text", { timeoutMs: "5" }, /timeoutMs/],
    ["NaN for an attempt", { attemptTimeoutMs: Number.NaN }, /attemptTimeoutMs/],
    ["no attempts", { retry: { maxAttempts: 0 } }, /retry\.maxAttempts/],
    [
      "a line end in a header",
      { metadata: { "x-note": "a\nmarker" } },
      /"x-note": the character at position 1/,
    ],
    ["a header of gRPC", { metadata: { "grpc-timeout": "1S" } }, /grpc-timeout/],
    ["text for bytes", { metadata: { "x-bin": "text" } }, /Uint8Array/],
    ["bytes for text", { metadata: { "x-note": new Uint8Array(1) } }, /x-note/],
    ["a header name that is none", { metadata: { "x note": "1" } }, /x note/],
    ["a key that is too short", { idempotencyKey: "short" }, /idempotencyKey: "short"/],
    ["a key with a blank", { idempotencyKey: "0123456789 abcdefgh" }, /idempotencyKey/],
  ])("%s", async (_what, options, names) => {
    const transport = answering(() => undefined);
    const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
    const error: unknown = await things.unary(methods.create, {}, options).catch((reason: unknown) => reason);
    // A header is an argument, which is sent as it is; all else is an option.
    const expected =
      "metadata" in options
        ? { code: "INVALID_ARGUMENT", attempts: 0, method: "acme.v1.ThingService/Create" }
        : { name: "OptionsError", message: expect.stringMatching(/^acme\.v1\.ThingService\/Create: /) };
    expect(error).toMatchObject(expected);
    expect(String(error)).toMatch(names);
    expect(inspect(error)).not.toContain("marker");
    expect(transport.calls).toHaveLength(0);
  });

  it("as does a request that is not one", async () => {
    const things = connectThings(openSession({ transport: answering(() => undefined) }));
    const call = things.unary(methods.create, { spec: { size: "4" } } as never);
    await expect(call).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      text: expect.stringContaining("spec.size"),
    });
  });
});

describe("without credentials", () => {
  it("the first call fails with the way out, and nothing is sent", async () => {
    const transport = answering(() => undefined);
    const things = connectThings(openSession({ transport }));
    await expect(things.unary(methods.get, { id: "1" })).rejects.toThrow(
      codedError(
        "UNAUTHENTICATED",
        /UNAUTHENTICATED: no access token from the environment: Acme was given no credentials; .*serviceAccount\.fromFile.* ACME_TOKEN, ACME_SERVICE_ACCOUNT_FILE or ACME_FEDERATED_TOKEN_FILE, .*Acme\.fromProfile\(\) \(/,
      ),
    );
    expect(transport.calls).toHaveLength(0);
  });

  it("of an API that has no token exchange no service account is proposed", async () => {
    const { tokenExchange: _, ...without } = wiring;
    const session = new Session(without, { apiDomain: "x.com", transport: answering(() => undefined) });
    const error: unknown = await connectThings(session)
      .unary(methods.get, {})
      .catch((reason: unknown) => reason);
    expect(String(error)).toMatch(
      /credentials: staticToken\(token\) or the like \(noCredentials\(\).*\), set ACME_TOKEN, or use the login of the command line: Acme\.fromProfile\(\) \(/,
    );
  });

  it("the service account is used whose file the environment names", async () => {
    vi.stubEnv("ACME_SERVICE_ACCOUNT_FILE", "/missing/key.json");
    const call = connectThings(openSession({ transport: answering(() => ({})) })).unary(methods.get, {});
    await expect(call).rejects.toThrow(codedError("UNAUTHENTICATED", /\/missing\/key\.json: .*ENOENT/));
    vi.stubEnv("ACME_TOKEN", "both");
    await expect(
      connectThings(openSession({ transport: answering(() => ({})) })).unary(methods.get, {}),
    ).rejects.toThrow(codedError("UNAUTHENTICATED", "ACME_TOKEN and ACME_SERVICE_ACCOUNT_FILE"));
    vi.unstubAllEnvs();
  });

  it("the environment variable is used where it is set", async () => {
    const transport = answering(() => ({}));
    process.env["ACME_TOKEN"] = "from-env";
    try {
      await connectThings(openSession({ transport })).unary(methods.get, { id: "1" });
    } finally {
      delete process.env["ACME_TOKEN"];
    }
    expect(transport.calls[0]?.metadata.get("authorization")).toBe("Bearer from-env");
  });
});

const withEnv = (variables: { readonly [name: string]: string }, options: object = {}): unknown => {
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
  try {
    return optionsFromEnv(wiring, options);
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};

describe("options from the environment", () => {
  it("are read under the session's name, and given ones win", () => {
    const found = withEnv(
      {
        ACME_API_DOMAIN: "env.example.com",
        ACME_ENDPOINT: local,
        ACME_INSECURE: "true",
        ACME_PARENT_ID: "p",
      },
      { apiDomain: "given.example.com" },
    );
    expect(found).toEqual({ apiDomain: "given.example.com", endpoint: local, insecure: true, parentId: "p" });
  });

  it("refuse two kinds of credentials, and a word that is neither true nor false", () => {
    expect(() => withEnv({ ACME_TOKEN: "t", ACME_SERVICE_ACCOUNT_FILE: "f" })).toThrow(
      expect.objectContaining({ code: "OPTION_CONFLICT", option: "ACME_TOKEN" }),
    );
    expect(() => withEnv({ ACME_FEDERATED_TOKEN_FILE: "t", ACME_SERVICE_ACCOUNT_FILE: "f" })).toThrow(
      codedError("OPTION_CONFLICT", "ACME_SERVICE_ACCOUNT_FILE and ACME_FEDERATED_TOKEN_FILE"),
    );
    expect(() => withEnv({ ACME_INSECURE: "yes" })).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID", option: "ACME_INSECURE" }),
    );
  });
});

describe("a session", () => {
  it("shows nothing of its credentials", () => {
    const session = new Session(wiring, { apiDomain: "x.com", credentials: staticToken("marker-token") });
    const shown = [inspect(session, { depth: 20, showHidden: true }), JSON.stringify(session)].join();
    expect(shown).not.toContain("marker");
    expect(inspect(staticToken("marker-token"), { depth: 20 })).not.toContain("marker");
  });

  it("knows the version of its package", () => {
    const file = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(file)).toMatchObject({ version: runtimeVersion });
  });

  it("fills its parent into requests that name none", async () => {
    const transport = answering(() => ({ items: [], nextPageToken: "" }));
    const things = connectThings(
      openSession({ transport, credentials: staticToken("token-1"), parentId: "home" }),
    );
    await things.unary(methods.list, {});
    await things.unary(methods.list, { parentId: "mine" });
    const request = { metadata: {} };
    await things.unary(methods.create, request);
    await things.unary(methods.update, { metadata: { id: "x" } });
    expect(transport.calls.map((call) => call.message)).toMatchObject([
      { parentId: "home" },
      { parentId: "mine" },
      { metadata: { parentId: "home" } },
      { metadata: { parentId: "" } },
    ]);
    expect(request).toEqual({ metadata: {} });
  });

  it("warns once of a deprecated method, with what the proto says of it", async () => {
    const warnings: unknown[][] = [];
    const things = connectThings(
      openSession({
        transport: answering(() => ({})),
        credentials: staticToken("token-1"),
        logger: { warn: (...line) => warnings.push(line) },
      }),
    );
    await things.unary(methods.old, { id: "1" });
    await things.unary(methods.old, { id: "1" });
    expect(warnings).toEqual([
      [
        { event: "deprecated_method", session: "Acme", method: "acme.v1.ThingService/Old" },
        "acme.v1.ThingService/Old is deprecated: Use Get. May stop working on 2030-01-01.",
      ],
    ]);
  });
});
