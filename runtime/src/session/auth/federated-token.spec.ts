import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { messageType } from "../../fixture/message-type.fixture.js";
import {
  connectThings,
  ExchangeResponseType,
  methods,
  openSession,
  wiring,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { defineMethod, defineService } from "../../calls/rpc/define-service.js";
import type { Method } from "../../calls/rpc/service.js";
import { NodeSession as Session } from "../core/node-session.js";
import { OptionsError } from "../../base/text/options-error.js";
import { commandToken } from "./command-token.js";
import type { Credentials } from "./credentials.js";
import { federatedToken } from "./federated-token.js";
import { staticToken } from "./static-token.js";
import { serviceAccount } from "./service-account.js";
import { codedError } from "../../../../test/coded-error.js";

/** An exchange with all the fields of RFC 8693, under names of its own. */
const exchange = defineMethod(
  defineService("acme.v1.StsService", "sts"),
  "Exchange",
  "unary",
  messageType("acme.v1.StsRequest", [
    [1, "grant_type", "string"],
    [2, "subject_token", "string", { secret: true }],
    [3, "subject_token_type", "string"],
    [4, "actor_token", "string", { secret: true, local: "who" }],
    [5, "actor_token_type", "string"],
    [6, "audience", ["string"]],
  ]),
  ExchangeResponseType,
);

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = { accountId: "robot-1", keyId: "key-1", key: privateKey };
const urn = (type: string): string => `urn:ietf:params:oauth:token-type:${type}`;
const grant = "urn:ietf:params:oauth:grant-type:token-exchange";
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stratus-"));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A session with that exchange; `logins` has the requests for tokens, `sent` the tokens that calls carried. */
function setUp(credentials: Credentials, by: unknown = exchange) {
  const clock = new TestClock();
  const logins: object[] = [];
  const sent: (string | undefined)[] = [];
  const transport = answering(({ method, message, metadata }) => {
    if (method.response !== ExchangeResponseType) return void sent.push(metadata.get("authorization"));
    return { access: `exchanged-${logins.push(message as object)}`, expiresIn: 600n };
  });
  const options = { apiDomain: "api.example.com", transport, clock, random: () => 0, credentials };
  const session = new Session({ ...wiring, tokenExchange: () => Promise.resolve(by as Method) }, options);
  const call = (): Promise<unknown> => connectThings(session).unary(methods.get, {});
  return { clock, logins, sent, call };
}

describe("a token of another issuer", () => {
  const file = async (text: string): Promise<string> => {
    const path = join(folder, `${performance.now()}`);
    await writeFile(path, text);
    return path;
  };

  it.each<[what: string, make: () => Promise<Credentials> | Credentials, request: object]>([
    ["in a file", async () => federatedToken.fromFile(await file("jwt-1\n")), {}],
    ["in an environment variable", () => federatedToken.fromEnvironment("CI_JWT"), {}],
    ["of a function", () => federatedToken.fromFunction(() => "jwt-1"), {}],
    ["of a function that takes its time", () => federatedToken.fromFunction(async () => " jwt-1"), {}],
    [
      "that is an id_token",
      () => federatedToken.fromFunction(() => "jwt-1", { tokenType: "id_token" }),
      { subjectTokenType: urn("id_token") },
    ],
    [
      "of a type of its own",
      () => federatedToken.fromFunction(() => "jwt-1", { tokenType: "urn:acme:ticket" }),
      { subjectTokenType: "urn:acme:ticket" },
    ],
    [
      "for an audience",
      () => federatedToken.fromFunction(() => "jwt-1", { audience: "//acme/pool" }),
      { audience: ["//acme/pool"] },
    ],
    [
      "for which a service account acts",
      () => federatedToken.fromFunction(() => "jwt-1", { actor: serviceAccount.fromKey(account) }),
      { who: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/), actorTokenType: urn("jwt") },
    ],
    [
      "for which another such token acts",
      () =>
        federatedToken.fromFunction(() => "jwt-1", {
          actor: federatedToken.fromFunction(() => "jwt-2", { tokenType: "id_token" }),
        }),
      { who: "jwt-2", actorTokenType: urn("id_token") },
    ],
    [
      "for which the bearer of an access token acts",
      () => federatedToken.fromFunction(() => "jwt-1", { actor: staticToken("t-1") }),
      { who: "t-1", actorTokenType: urn("access_token") },
    ],
  ])("%s is exchanged for an access token", async (_, make, request) => {
    vi.stubEnv("CI_JWT", "jwt-1");
    const { call, logins, sent } = setUp(await make());
    await call();
    expect(sent).toEqual(["Bearer exchanged-1"]);
    expect(logins).toEqual([
      {
        grantType: grant,
        subjectToken: "jwt-1",
        subjectTokenType: urn("jwt"),
        who: "",
        actorTokenType: "",
        audience: [],
        ...request,
      },
    ]);
  });

  it("goes along for a service account that acts in its place", async () => {
    const { call, logins } = setUp(
      serviceAccount.fromKey(account, { actor: federatedToken.fromFunction(() => "jwt-1") }),
    );
    await call();
    expect(logins).toMatchObject([{ subjectToken: expect.stringMatching(/^eyJ/), who: "jwt-1" }]);
  });

  it.each<[field: string, make: () => Credentials]>([
    ["actor_token", () => federatedToken.fromFunction(() => "marker", { actor: staticToken("marker") })],
    ["audience", () => serviceAccount.fromKey(account, { audience: "a" })],
  ])(
    "is refused, not exchanged without its %s, where the API's exchange has no such field",
    async (field, make) => {
      const { call, logins } = setUp(make(), methods.exchange);
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(String(error)).toContain(
        `the token exchange of the API, acme.v1.TokenService/Exchange, has no ${field}; leave it out, or exchange by HTTP, with an authUrl`,
      );
      expect(logins).toEqual([]);
      expect(inspect(error, { depth: 20 })).not.toContain("marker");
    },
  );

  it("is read again at each login, so that a file may be replaced", async () => {
    const path = await file("jwt-old");
    const { call, clock, logins, sent } = setUp(federatedToken.fromFile(path));
    await call();
    await writeFile(path, "jwt-new\n");
    await clock.advance(600_000);
    await call();
    expect(logins).toMatchObject([{ subjectToken: "jwt-old" }, { subjectToken: "jwt-new" }]);
    expect(sent).toEqual(["Bearer exchanged-1", "Bearer exchanged-2"]);
  });

  it("is exchanged by HTTP where an address is given, with all that is said of it", async () => {
    let form: URLSearchParams | undefined;
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        form = new URLSearchParams(body);
        response.end('{"access_token":"by-http","expires_in":60}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { authUrl, audience: "pool", actor: staticToken("t-1"), tokenType: "id_token" } as const;
    const { call, sent } = setUp(federatedToken.fromFunction(() => "jwt-1", options));
    await call();
    server.close();
    expect(sent).toEqual(["Bearer by-http"]);
    expect(Object.fromEntries(form ?? [])).toEqual({
      grant_type: grant,
      requested_token_type: urn("access_token"),
      subject_token: "jwt-1",
      subject_token_type: urn("id_token"),
      actor_token: "t-1",
      actor_token_type: urn("access_token"),
      audience: "pool",
    });
  });

  it.each<[what: string, make: () => Credentials, names: RegExp]>([
    [
      "a file that is not there",
      () => federatedToken.fromFile(join(folder, "missing")),
      /federated token file .*missing cannot be read \(ENOENT\)/,
    ],
    ["a variable that is not set", () => federatedToken.fromEnvironment("NO_JWT"), /set NO_JWT to a token/],
    ["an empty token", () => federatedToken.fromFunction(() => " \n"), /the federated token is empty/],
    ["two lines", () => federatedToken.fromFunction(() => "marker\nmarker"), /a character at position 6/],
    ["no text", () => federatedToken.fromFunction(() => ({ marker: 1 }) as never), /not a string/],
    [
      "a function that shows its token",
      () => federatedToken.fromFunction(() => Promise.reject(new Error("no Bearer marker"))),
      /no Bearer \[hidden\]/,
    ],
    [
      "an actor without a token",
      () => federatedToken.fromFunction(() => "marker", { actor: commandToken({ command: ["no-such"] }) }),
      /for which the command no-such acts: it is not installed/,
    ],
  ])("fails the call with the reason where there is %s, and shows nothing of it", async (_, make, names) => {
    const { call, logins } = setUp(make());
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", attempts: 0 });
    expect(String(error)).toMatch(names);
    expect(inspect(error, { depth: 20 })).not.toContain("marker");
    expect(logins).toEqual([]);
  });

  it("of a type that nobody knows is refused when it is made, with the names", () => {
    expect(() => federatedToken.fromFile("x", { tokenType: "id-token" as never })).toThrow(OptionsError);
    expect(() => federatedToken.fromFile("x", { tokenType: "idtoken" as never })).toThrow(
      codedError("OPTION_INVALID", 'did you mean "id_token"?'),
    );
  });

  it("is used where the environment names its file", async () => {
    vi.stubEnv("ACME_FEDERATED_TOKEN_FILE", await file("jwt-1"));
    const transport = answering(({ method }) =>
      method === methods.exchange ? { access: "t", expiresIn: 60n } : {},
    );
    await connectThings(openSession({ transport })).unary(methods.get, {});
    expect(transport.calls[0]?.message).toMatchObject({
      subjectToken: "jwt-1",
      subjectTokenType: urn("jwt"),
    });
    expect(transport.calls[1]?.metadata.get("authorization")).toBe("Bearer t");
  });
});
