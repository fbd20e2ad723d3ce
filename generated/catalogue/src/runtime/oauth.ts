/* Copied by `stratus openapi` from src/rest/runtime/oauth.ts of protoc-gen-stratus. DO NOT EDIT. */
import { bearer, readSecret, type ClientCredentials, type Secret } from "./auth.js";

import type { HttpRequest } from "./http-request.js";
import { checkNames } from "./names.js";
import { makeRequestError, type PreparedRequest } from "./request.js";

type Fetch = typeof globalThis.fetch;

interface Token {
  readonly text: string;
  readonly endMs: number;
}

/** The time before its end at which a token is renewed. */
const renewalMarginMs = 30_000;

/**
 * `Authorization: Bearer ...` with an access token by the OAuth 2.0 client
 * credentials grant. The token is requested when it is first needed, once for all
 * calls that wait for it, and renewed shortly before its end. If the request
 * fails, the next call requests it again. The credentials are sent to the token
 * URL alone.
 */
export const clientCredentials = (presets: {
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
}) => {
  const tokens = new WeakMap<ClientCredentials, Promise<Token>>();
  return async (
    credential: ClientCredentials | Secret,
    sent: HttpRequest,
    request: PreparedRequest,
    fetch: Fetch,
  ): Promise<HttpRequest> => {
    // A program may give an access token instead.
    if (typeof credential !== "object") return bearer(credential, sent);
    checkNames(credential, ["clientId", "clientSecret", "scopes", "tokenUrl"], `${request.operation}: `);
    const previous = tokens.get(credential);
    let token = previous && (await previous.catch(() => undefined));
    if (!token || token.endMs <= Date.now()) {
      // The first call requests the token; the others await the same promise.
      const current = tokens.get(credential);
      const requested =
        current && current !== previous
          ? current
          : requestToken({ ...presets, ...omitUndefined(credential) }, request, fetch);
      tokens.set(credential, requested);
      token = await requested;
    }
    return bearer(token.text, sent);
  };
};

function omitUndefined(credential: ClientCredentials): ClientCredentials {
  return Object.fromEntries(
    Object.entries(credential).filter(([, value]) => value !== undefined),
  ) as unknown as ClientCredentials;
}

async function requestToken(
  { clientId, clientSecret, scopes, tokenUrl }: Required<ClientCredentials>,
  request: PreparedRequest,
  fetch: Fetch,
): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes && scopes.length > 0) body.set("scope", scopes.join(" "));
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(await readSecret(clientSecret))}`;
  const headers = { authorization: `Basic ${btoa(pair)}`, accept: "application/json" };

  // A redirect would send the secret to another URL.
  const response = await fetch(tokenUrl ?? "", { method: "POST", body, headers, redirect: "error" }).catch(
    () => {
      const what = "no access token: the token URL cannot be reached";
      throw makeRequestError(request, "UNAVAILABLE", what, { clientReason: "TOKEN_FAILED" });
    },
  );
  const token = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  const text = token?.["access_token"];
  const { ok, status } = response;
  if (!ok || typeof text !== "string") {
    // RFC 6749, section 5.2: both statuses mean that the credentials or the grant are invalid.
    const clientReason = status === 400 || status === 401 ? "CREDENTIALS_REJECTED" : "TOKEN_FAILED";
    throw makeRequestError(request, "HTTP_ERROR", `no access token: HTTP ${status}`, {
      status,
      clientReason,
    });
  }
  const seconds = Number(token?.["expires_in"] ?? 300);
  return { text, endMs: Date.now() + Math.max(seconds * 1000 - renewalMarginMs, seconds * 500) };
}
