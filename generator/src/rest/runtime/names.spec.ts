import { describe, expect, it } from "vitest";
import { makeSigner } from "./auth.js";
import { etagCache } from "./cache.js";
import { mock } from "./mock.js";
import { clientCredentials } from "./oauth.js";
import type { Operation } from "./operation.js";
import { OptionsError } from "./options-error.js";
import { rejection } from "./server.fixture.js";
import { Session } from "./session.js";

const pets: Operation<unknown> = {
  name: "pets.list",
  path: ["/pets"],
  parameters: [
    { name: "status", place: "query", guard: () => true, rule: "text" },
    { name: "x-tenant", place: "header", guard: () => true, rule: "text" },
  ],
};

const fetch = async (): Promise<Response> => Response.json([]);
const session = new Session({ baseUrl: "http://a.test", fetch });

describe("an option that is misspelt", () => {
  it.each([
    ["timeout", "timeoutMs"],
    ["baseURL", "baseUrl"],
    ["header", "headers"],
    ["onDrfit", "onDrift"],
    ["retries", "retry"],
    ["validation", "validate"],
    ["attemptTimeout", "attemptTimeoutMs"],
  ])("of the client is refused: %s, which is nearest to %s", (name, nearest) => {
    const options = { baseUrl: "http://a.test", [name]: undefined };
    expect(() => new Session(options)).toThrow(`${name} is unknown; the nearest is ${nearest}`);
  });

  it("of its retries is refused", () => {
    const retry = { maxAttempt: 3 } as object;
    expect(() => new Session({ baseUrl: "http://a.test", retry })).toThrow(
      "retry.maxAttempt is unknown; the nearest is maxAttempts",
    );
  });

  it.each([
    ["signl", "signal"],
    ["timeout", "timeoutMs"],
    ["content-type", "contentType"],
    ["retries", "retry"],
    ["parameters", "params"],
  ])("of a call is refused before anything is sent: %s, which is nearest to %s", async (name, nearest) => {
    const error = await rejection(session.call(pets, {}, { [name]: 1 } as object));
    expect(error).toBeInstanceOf(OptionsError);
    expect(error).toMatchObject({ code: "OPTION_UNKNOWN", option: name });
    expect(String(error)).toBe(`OptionsError: pets.list: ${name} is unknown; the nearest is ${nearest}`);
  });

  it("of a cache, of a mock or of credentials is refused", async () => {
    expect(() => etagCache({ ["size" as string]: 5 })).toThrow("size is unknown; the nearest is maxEntries");
    expect(() => mock({}, { ["baseURL" as string]: "http://a.test" })).toThrow(
      "baseURL is unknown; the nearest is baseUrl",
    );
    const schemes = { app: clientCredentials({ tokenUrl: "http://a.test/token", scopes: [] }) };
    const sign = makeSigner(schemes, { app: { clientId: "a", clientSecret: "b", scope: ["read"] } });
    const signed = new Session({ baseUrl: "http://a.test", fetch, sign });
    const error = await rejection(signed.call({ ...pets, security: [["app"]] }, {}));
    expect(String(error)).toBe("OptionsError: pets.list: scope is unknown; the nearest is scopes");
  });

  it("is refused as a parameter too", async () => {
    const error = await rejection(session.call(pets, {}, { params: { statsu: "sold" } }));
    expect(String(error)).toBe("OptionsError: pets.list: statsu is unknown; the nearest is status");
  });
});

describe("an option that is known", () => {
  it("is taken, also where it is undefined or the package's own", async () => {
    const own = { baseUrl: "http://a.test", fetch, auth: {}, timeoutMs: undefined, onDrift: undefined };
    const client = new Session(own, { auth: null });
    expect(await client.call(pets, {}, { signal: undefined, params: { "x-tenant": "a" } })).toEqual([]);
  });
});
