/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/oauth.ts of protoc-gen-stratus. DO NOT EDIT. */
import { bearer, readSecret, type ClientCredentials, type Secret } from "./auth.js";

import type { HttpRequest } from "./http-request.js";
import { checkNames } from "./names.js";
import { OptionsError } from "./options-error.js";
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
  const tokens = new WeakMap<ClientCredentials, Map<string, Promise<Token>>>();
  const add = async (
    credential: ClientCredentials | Secret,
    sent: HttpRequest,
    request: PreparedRequest,
    fetch: Fetch,
    baseUrl: string | URL = request.url,
  ): Promise<HttpRequest> => {
    // A program may give an access token instead.
    if (typeof credential !== "object") return bearer(credential, sent);
    checkNames(credential, ["clientId", "clientSecret", "scopes", "tokenUrl"], `${request.operation}: `);
    const filled = { ...presets, ...omitUndefined(credential) };
    const url = readTokenUrl(filled.tokenUrl, baseUrl);
    // One program may call several servers with one credential, and each has its own tokens.
    const byUrl = tokens.get(credential) ?? new Map<string, Promise<Token>>();
    tokens.set(credential, byUrl);
    const previous = byUrl.get(url);
    let token = previous && (await previous.catch(() => undefined));
    if (!token || token.endMs <= Date.now()) {
      // The first call requests the token; the others await the same promise.
      const current = byUrl.get(url);
      const requested =
        current && current !== previous
          ? current
          : requestToken({ ...filled, tokenUrl: url }, request, fetch);
      byUrl.set(url, requested);
      token = await requested;
    }
    return bearer(token.text, sent);
  };
  return Object.assign(add, { isSent: bearer.isSent });
};

/** Returns the absolute token URL. A relative one counts from the server. */
function readTokenUrl(tokenUrl: string, baseUrl: string | URL): string {
  if (URL.canParse(tokenUrl, String(baseUrl))) return new URL(tokenUrl, baseUrl).href;
  throw new OptionsError("OPTION_INVALID", `tokenUrl ${JSON.stringify(tokenUrl)} is not a URL`, "auth");
}

/** Credentials without the properties that are undefined. */
type Filled = { readonly [Name in keyof ClientCredentials]: NonNullable<ClientCredentials[Name]> };

function omitUndefined(credential: ClientCredentials): Filled {
  return Object.fromEntries(
    Object.entries(credential).filter(([, value]) => value !== undefined),
  ) as unknown as Filled;
}

async function requestToken(
  { clientId, clientSecret, scopes, tokenUrl }: ClientCredentials & { readonly tokenUrl: string },
  request: PreparedRequest,
  fetch: Fetch,
): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes && scopes.length > 0) body.set("scope", scopes.join(" "));
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(await readSecret(clientSecret))}`;
  const headers = { authorization: `Basic ${btoa(pair)}`, accept: "application/json" };

  // A redirect would send the secret to another URL.
  const response = await fetch(tokenUrl, { method: "POST", body, headers, redirect: "error" }).catch(() => {
    const what = "no access token: the token URL cannot be reached";
    throw makeRequestError(request, "UNAVAILABLE", what, { clientReason: "TOKEN_FAILED" });
  });
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
