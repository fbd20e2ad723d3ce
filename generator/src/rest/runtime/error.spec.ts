import { describe, expect, it } from "vitest";
import { bearer, makeSigner } from "./auth.js";
import type { ClientReason } from "./error-codes.js";
import type { CallEndEvent } from "./hooks.js";
import { clientCredentials } from "./oauth.js";
import type { ClientOptions } from "./options.js";
import { json, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

const authenticated = { ...listThings, security: [["scheme"]] };

/** The error of a call whose `fetch` does something. */
const errorOf = async (
  fetch: () => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): Promise<unknown> =>
  rejection(
    new Session({
      baseUrl: "http://a.test",
      fetch: async () => fetch(),
      retry: false,
      ...options,
    }).call(authenticated, {}),
  );

/** A `fetch` that fails as that of Node, with the reason as the cause. */
const failing = (cause: object) => (): never => {
  throw new TypeError("fetch failed", { cause });
};

/** Client credentials whose token URL is called by the same `fetch`. */
const oauth = (): Partial<ClientOptions> => ({
  sign: makeSigner(
    { scheme: clientCredentials({ tokenUrl: "http://a.test/token", scopes: [] }) },
    { scheme: { clientId: "a", clientSecret: "b" } },
  ),
});

describe("the reason of an error", () => {
  it.each<readonly [ClientReason | undefined, string, Promise<unknown>]>([
    [undefined, "HTTP_ERROR", errorOf(() => new Response("", { status: 400 }))],
    [undefined, "UNAVAILABLE", errorOf(() => new Response("", { status: 503 }))],
    [undefined, "NOT_FOUND", errorOf(() => new Response("", { status: 404 }))],
    ["RESPONSE_INVALID", "DECODE", errorOf(() => new Response("<html>"))],
    ["REQUEST_TIMEOUT", "DEADLINE_EXCEEDED", errorOf(() => new Promise(() => undefined), { timeoutMs: 1 })],
    ["CONNECT_FAILED", "UNAVAILABLE", errorOf(failing({ code: "ENOTFOUND", syscall: "getaddrinfo" }))],
    ["CONNECT_FAILED", "UNAVAILABLE", errorOf(failing({ code: "ETIMEDOUT", syscall: "connect" }))],
    ["CONNECT_FAILED", "UNAVAILABLE", errorOf(failing(new AggregateError([], "")))],
    ["CONNECT_FAILED", "UNAVAILABLE", errorOf(failing({ code: "UND_ERR_CONNECT_TIMEOUT" }))],
    // The server may have processed the request before the connection timed out.
    ["CONNECTION_LOST", "UNAVAILABLE", errorOf(failing({ code: "ETIMEDOUT", syscall: "read" }))],
    ["CONNECTION_LOST", "UNAVAILABLE", errorOf(failing({ code: "UND_ERR_SOCKET" }))],
    ["TLS_FAILED", "UNAVAILABLE", errorOf(failing({ code: "CERT_HAS_EXPIRED" }))],
    ["CREDENTIALS_REJECTED", "HTTP_ERROR", errorOf(() => Response.json({}, { status: 401 }), oauth())],
    ["TOKEN_FAILED", "HTTP_ERROR", errorOf(() => Response.json({}, { status: 500 }), oauth())],
    ["TOKEN_FAILED", "UNAVAILABLE", errorOf(failing({ code: "ECONNRESET" }), oauth())],
    [
      "NO_CREDENTIALS",
      "INVALID_ARGUMENT",
      errorOf(() => Response.json([]), { sign: makeSigner({ scheme: bearer }, { scheme: "" }) }),
    ],
  ])("is %s beside the code %s", async (clientReason, code, error) => {
    expect(await error).toMatchObject({ code, clientReason });
  });

  it("is in the JSON of the error and in the events of hooks", async () => {
    await using server = await startServer((_, response) => json(response, 200, [{ id: "1" }]));
    const ends: CallEndEvent[] = [];
    const hooks = { onCallEnd: (event: CallEndEvent): void => void ends.push(event) };
    const session = new Session({ baseUrl: server.url, validate: "strict", hooks });
    const error = await rejection(session.call(listThings, {}));
    const expected = {
      name: "ApiError",
      code: "VALIDATION",
      clientReason: "RESPONSE_INVALID",
      message: (error as Error).message,
    };
    expect(JSON.parse(JSON.stringify(error))).toMatchObject(expected);
    expect(JSON.parse(JSON.stringify(ends))).toMatchObject([{ error: expected }]);
  });
});
