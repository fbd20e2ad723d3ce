import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { jwtVerify } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { staticToken, tokenFromFunction } from "../auth/static-token.js";
import { connectThings, methods, wiring } from "../../fixture/test-api.fixture.js";
import type { FetchFunction, FetchRequest } from "../../network/transport/fetch/fetch-function.js";
import { commandToken, fileToken, serviceAccount } from "./web-logins.js";
import { WebSession } from "./web-session.js";
import type { WebSessionOptions } from "./web-options.js";
import { codedError } from "../../../../test/coded-error.js";

const open = (options: object) => new WebSession(wiring, options as WebSessionOptions);
const get = (session: WebSession) => connectThings(session).unary(methods.get, { id: "1" });

afterEach(() => vi.unstubAllGlobals());

describe("a session over fetch", () => {
  it.each<[what: string, options: object | undefined, says: RegExp, code: string]>([
    ["nothing", undefined, /options are needed/, "OPTION_MISSING"],
    ["no place", {}, /one of baseUrl.* and endpoint/, "OPTION_MISSING"],
    [
      "two places",
      { baseUrl: "https://a.example", endpoint: () => "https://b.example" },
      /one of baseUrl/,
      "OPTION_CONFLICT",
    ],
    ["a host alone", { baseUrl: "api.example.com" }, /write a URL/, "OPTION_INVALID"],
    ["a URL with a password", { baseUrl: "https://u:marker@a.example" }, /without user/, "OPTION_INVALID"],
    [
      "a URL with a query",
      { baseUrl: "https://a.example?key=marker" },
      /without user, query/,
      "OPTION_INVALID",
    ],
    ["an address without TLS", { baseUrl: "http://a.example" }, /unencrypted/, "INSECURE"],
    [
      "an address of Node's options",
      { endpoint: "a.example:443" },
      /endpoint is a function/,
      "OPTION_INVALID",
    ],
    ["a domain", { apiDomain: "a.example" }, /there is no apiDomain here: say where/, "UNSUPPORTED"],
    ["certificates", { tls: {} }, /there is no tls here: the platform/, "UNSUPPORTED"],
    ["a misspelt name", { baseURL: "https://a.example" }, /did you mean "?baseUrl/, "OPTION_UNKNOWN"],
    [
      "another protocol",
      { baseUrl: "https://a.example", protocol: "grpc" },
      /"grpc-web" or "connect"/,
      "OPTION_INVALID",
    ],
    [
      "GET by gRPC-web",
      { baseUrl: "https://a.example", useGet: true },
      /useGet is of Connect alone/,
      "OPTION_CONFLICT",
    ],
    [
      "a format's name",
      { baseUrl: "https://a.example", protocol: "connect", format: "json" },
      /format is jsonFormat/,
      "OPTION_INVALID",
    ],
    [
      "a token as text",
      { baseUrl: "https://a.example", credentials: "marker" },
      /credentials must come from/,
      "OPTION_INVALID",
    ],
  ])("with %s is refused, and shows no secret", (_, options, says, code) => {
    expect(() => open(options as object)).toThrow(codedError(code, says));
    expect(() => open(options as object)).not.toThrow(/marker/);
  });

  it("calls each service where its function says", async () => {
    const urls: string[] = [];
    const fetch: FetchFunction = async (url) => {
      urls.push(url);
      return new Response("", { status: 404 });
    };
    const endpoint = (service: string): string => `https://${service}.example.com`;
    const session = open({ endpoint, fetch, credentials: staticToken("t"), retry: false });
    await expect(get(session)).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      endpoint: "things.store.example.com",
    });
    expect(urls).toEqual(["https://things.store.example.com/acme.v1.ThingService/Get"]);
  });

  it("says what to do without credentials", async () => {
    const session = open({ baseUrl: "https://a.example" });
    await expect(get(session)).rejects.toThrow(
      codedError("UNAUTHENTICATED", "pass credentials: tokenFromFunction"),
    );
  });

  it("shows no token that its function throws", async () => {
    const credentials = tokenFromFunction(() => {
      throw Object.assign(new Error("no"), { config: { header: "Bearer marker-token" } });
    });
    const session = open({ baseUrl: "https://a.example", credentials });
    const error: unknown = await get(session).catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 20 })).not.toContain("marker");
  });

  it("makes keys where randomUUID is missing, as in pages of other machines by http", async () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    const sent: FetchRequest[] = [];
    const fetch: FetchFunction = async (_url, request) => {
      sent.push(request);
      return new Response("", { status: 404 });
    };
    const session = open({ baseUrl: "https://a.example", fetch, credentials: staticToken("t") });
    await expect(connectThings(session).unary(methods.create, {})).rejects.toThrow();
    const key = sent[0]?.headers.find(([name]) => name === "x-idempotency-key")?.[1];
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("asks for random numbers where a platform has none, as React Native", async () => {
    vi.stubGlobal("crypto", undefined);
    const fetch = vi.fn<FetchFunction>();
    const session = open({ baseUrl: "https://a.example", fetch, credentials: staticToken("t") });
    const call = connectThings(session).unary(methods.create, {});
    await expect(call).rejects.toThrow(
      "import a package that adds it, such as react-native-get-random-values",
    );
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("a service account", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const identity = { accountId: "account-1", keyId: "key-1" };

  it.each(["pkcs8", "pkcs1"] as const)(
    "logs in from a worker with a key in %s, signed by WebCrypto",
    async (type) => {
      const forms: URLSearchParams[] = [];
      const fetch: FetchFunction = async (url, request) => {
        if (!url.endsWith("/oauth2/token/exchange")) return new Response("", { status: 404 });
        forms.push(new URLSearchParams(new TextDecoder().decode(request.body)));
        return new Response(JSON.stringify({ access_token: "exchanged", expires_in: 60 }));
      };
      const pem = privateKey.export({ type, format: "pem" }).toString();
      const credentials = serviceAccount.fromPem(
        { ...identity, privateKey: pem },
        { authUrl: "https://auth.example" },
      );
      await expect(get(open({ baseUrl: "https://a.example", fetch, credentials }))).rejects.toMatchObject({
        attempts: 1,
      });
      const token = forms[0]?.get("subject_token") ?? "";
      const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(privateKey));
      expect(protectedHeader).toMatchObject({ alg: "RS256", kid: "key-1" });
      expect(payload).toMatchObject({ iss: "account-1", sub: "account-1" });
    },
  );

  it("is refused in a page, as are files and commands, with the reason", () => {
    vi.stubGlobal("document", {});
    const privateKey = "-----BEGIN PRIVATE KEY-----\nmarker\n-----END PRIVATE KEY-----";
    expect(() => serviceAccount.fromPem({ ...identity, privateKey })).toThrow(
      codedError("INSECURE", "tokenFromFunction"),
    );
    expect(() => serviceAccount.fromFile("key.json")).toThrow(
      codedError("INSECURE", /cannot be kept in a page/),
    );
    expect(() => commandToken("cli")).toThrow(codedError("UNSUPPORTED", /there are no commands here/));
    expect(() => fileToken("token")).toThrow(codedError("UNSUPPORTED", /there are no files here/));
  });

  it("with a broken key says so, and shows nothing of it", async () => {
    expect(() => serviceAccount.fromPem({ ...identity, privateKey: "marker" })).toThrow(
      codedError("OPTION_INVALID", /not in PEM/),
    );
    const broken = "-----BEGIN PRIVATE KEY-----\nbWFya2Vy\n-----END PRIVATE KEY-----";
    const credentials = serviceAccount.fromPem(
      { ...identity, privateKey: broken },
      { authUrl: "https://auth.example" },
    );
    const error: unknown = await get(open({ baseUrl: "https://a.example", credentials })).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).toMatch(/cannot be read; an RSA key in PKCS#8 or PKCS#1/);
    expect(inspect(error, { depth: 20 })).not.toContain("bWFya2Vy");
  });
});
