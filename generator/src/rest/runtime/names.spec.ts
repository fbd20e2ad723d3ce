import { describe, expect, it } from "vitest";
import { makeSigner, placeCredential } from "./auth.js";
import { etagCache } from "./cache.js";
import { cookies } from "./cookies.js";
import { mock } from "./mock.js";
import { clientCredentials } from "./oauth.js";
import type { Operation } from "./operation.js";
import { OptionsError } from "./options-error.js";
import { rejection } from "./server.fixture.js";
import { Session } from "./session.js";
import type { MoreOptions } from "./settings.js";

const pets: Operation<unknown> = {
  name: "pets.list",
  path: ["/pets"],
  parameters: [
    { name: "status", location: "query", guard: () => true, rule: "text" },
    { name: "x-tenant", location: "header", guard: () => true, rule: "text" },
  ],
};

const fetch = async (): Promise<Response> => Response.json([]);
const session = new Session({ baseUrl: "http://a.test", fetch });

const unknown = (option: string): object => expect.objectContaining({ code: "OPTION_UNKNOWN", option });

describe("an option that is misspelled", () => {
  it.each([
    ["timeout", "timeoutMs"],
    ["baseURL", "baseUrl"],
    ["header", "headers"],
    ["onDrfit", "onDrift"],
    ["retries", "retry"],
    ["validation", "validate"],
    ["attemptTimeout", "attemptTimeoutMs"],
  ])("of the client is refused: %s, which is similar to %s", (name, similar) => {
    const options = { baseUrl: "http://a.test", [name]: undefined };
    expect(() => new Session(options)).toThrow(unknown(name));
    // The known names help to correct the name.
    expect(() => new Session(options)).toThrow(similar);
  });

  it("of its retries is refused", () => {
    const retry = { maxAttempt: 3 } as object;
    expect(() => new Session({ baseUrl: "http://a.test", retry })).toThrow(unknown("maxAttempt"));
  });

  it.each([
    ["signl", "signal"],
    ["timeout", "timeoutMs"],
    ["content-type", "contentType"],
    ["retries", "retry"],
    ["parameters", "params"],
  ])("of a call is refused before anything is sent: %s, which is similar to %s", async (name, similar) => {
    const error = await rejection(session.call(pets, {}, { [name]: 1 } as object));
    expect(error).toBeInstanceOf(OptionsError);
    expect(error).toEqual(unknown(name));
    expect(String(error)).toMatch(new RegExp(`^OptionsError: pets.list: ${name}\\b.*\\b${similar}\\b`));
  });

  it("of a cache, of a mock or of credentials is refused", async () => {
    expect(() => etagCache({ ["size" as string]: 5 })).toThrow(unknown("size"));
    expect(() => mock({}, { ["baseURL" as string]: "http://a.test" })).toThrow(unknown("baseURL"));
    const schemes = { app: clientCredentials({ tokenUrl: "http://a.test/token", scopes: [] }) };
    const sign = makeSigner(schemes, { app: { clientId: "a", clientSecret: "b", scope: ["read"] } });
    const signed = new Session({ baseUrl: "http://a.test", fetch, sign });
    const error = await rejection(signed.call({ ...pets, security: [["app"]] }, {}));
    expect(error).toEqual(unknown("scope"));
  });

  it("is refused as a parameter too", async () => {
    const error = await rejection(session.call(pets, {}, { params: { statsu: "sold" } }));
    expect(error).toEqual(unknown("statsu"));
  });
});

describe("a parameter of an operation with cookies", () => {
  const write = cookies([{ name: "sid", guard: () => true, rule: "text" }]);
  const get: Operation<unknown> = {
    name: "pets.get",
    path: ["/pets"],
    parameters: [
      { name: "cookie", location: "header", isRequired: true, guard: () => true, rule: "text", write },
    ],
  };

  it("has the name of a cookie, or is refused", async () => {
    expect(await session.call(get, {}, { params: { sid: "a" } })).toEqual([]);
    expect(await rejection(session.call(get, {}, { params: { sdi: "a" } }))).toEqual(unknown("sdi"));
  });
});

describe("an option that is far from all names", () => {
  it("gets no suggestion, but the known names", async () => {
    const create = (): unknown => new Session({ baseUrl: "http://a.test", ["color" as string]: 1 });
    expect(create).toThrow("color is unknown; the known names are ");
    expect(create).not.toThrow("did you mean");
    const error = await rejection(session.call(pets, {}, { params: { depth: 2 } }));
    expect(String(error)).toContain("depth is unknown; the known names are status, x-tenant");
    expect(() => etagCache({ ["size" as string]: 5 })).toThrow(
      "size is unknown; the known names are maxEntries",
    );
  });
});

describe("an option that is in the wrong place", () => {
  const get: Operation<unknown> = {
    name: "pets.get",
    path: ["/pets/"],
    parameters: [
      { name: "petId", guard: () => true, rule: "text" },
      { name: "depth", location: "query", guard: () => true, rule: "text" },
    ],
  };

  it.each<readonly [options: object, message: string]>([
    [{ depth: 2 }, "depth is unknown; it is a parameter, so write params: { depth: ... }"],
    [{ petId: 2 }, "petId is unknown; it is in the path, so it is an argument"],
    [{ params: { petId: 2 } }, "petId is unknown; it is in the path, so it is an argument"],
    [
      { params: { timeoutMs: 2 } },
      "timeoutMs is unknown; it is an option of the call, so write it beside params",
    ],
    [{ baseUrl: "http://a.test" }, "baseUrl is unknown; it is an option of the client"],
  ])("of a call is told where it belongs: %j", async (options, message) => {
    const error = await rejection(session.call(get, { values: [1] }, options));
    expect(String(error)).toBe(`OptionsError: pets.get: ${message}`);
  });

  it.each<readonly [name: string, more: MoreOptions, message: string]>([
    ["signal", {}, "signal is unknown; it is an option of a call"],
    ["params", {}, "params is unknown; it is an option of a call"],
    ["apiKey", { auth: placeCredential }, "apiKey is unknown; credentials belong in auth"],
    ["token", { auth: placeCredential }, "token is unknown; credentials belong in auth"],
    ["apiKey", {}, "apiKey is unknown; the known names are"],
  ])("of a client is told where it belongs: %s", (name, more, message) => {
    expect(() => new Session({ baseUrl: "http://a.test", [name]: 1 }, more)).toThrow(message);
  });
});

describe("an option that is known", () => {
  it("is accepted, even if it is undefined or defined by the package", async () => {
    const options = { baseUrl: "http://a.test", fetch, auth: {}, timeoutMs: undefined, onDrift: undefined };
    const client = new Session(options, { auth: null });
    expect(await client.call(pets, {}, { signal: undefined, params: { "x-tenant": "a" } })).toEqual([]);
  });
});
