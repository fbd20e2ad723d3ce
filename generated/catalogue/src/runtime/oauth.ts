/* Copied by `stratus openapi` from src/rest/runtime/oauth.ts of protoc-gen-stratus. DO NOT EDIT. */
import { bearer, readSecret, type ClientCredentials, type Secret } from "./auth.js";
import type { CatalogueError } from "./error.js";
import type { Hop } from "./hop.js";
import { checkNames } from "./names.js";
import { makeFailure, type PreparedRequest } from "./request.js";

type Fetch = typeof globalThis.fetch;

interface Token {
  readonly text: string;
  readonly endMs: number;
}

/** A token is renewed so long before its end. */
const marginMs = 30_000;

/**
 * `Authorization: Bearer ...` with a token of OAuth 2.0 client credentials. It
 * is asked for when first needed, once for all calls that wait for it, and kept
 * until shortly before its end; a refused request for one is asked again by the
 * next call. The credentials go to the token URL and nowhere else.
 */
export const clientCredentials = (presets: {
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
}) => {
  const tokens = new WeakMap<ClientCredentials, Promise<Token>>();
  return async (
    credential: ClientCredentials | Secret,
    hop: Hop,
    request: PreparedRequest,
    fetch: Fetch,
  ): Promise<Hop> => {
    // A program may have a token of its own.
    if (typeof credential !== "object") return bearer(credential, hop);
    checkNames(credential, ["clientId", "clientSecret", "scopes", "tokenUrl"], `${request.operation}: `);
    const kept = tokens.get(credential);
    let token = kept && (await kept.catch(() => undefined));
    if (!token || token.endMs <= Date.now()) {
      // Whoever comes first asks; others find its promise.
      const current = tokens.get(credential);
      const asked =
        current && current !== kept ? current : ask({ ...presets, ...defined(credential) }, request, fetch);
      tokens.set(credential, asked);
      token = await asked;
    }
    return bearer(token.text, hop);
  };
};

function defined(credential: ClientCredentials): ClientCredentials {
  return Object.fromEntries(
    Object.entries(credential).filter(([, value]) => value !== undefined),
  ) as unknown as ClientCredentials;
}

async function ask(
  { clientId, clientSecret, scopes, tokenUrl }: Required<ClientCredentials>,
  request: PreparedRequest,
  fetch: Fetch,
): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes && scopes.length > 0) body.set("scope", scopes.join(" "));
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(await readSecret(clientSecret))}`;
  const headers = { authorization: `Basic ${btoa(pair)}`, accept: "application/json" };
  const fail = (what: string, status?: number): CatalogueError =>
    makeFailure(request, "HTTP_ERROR", `no access token: ${what}`, { status });
  // A redirect would carry the secret elsewhere.
  const response = await fetch(tokenUrl ?? "", { method: "POST", body, headers, redirect: "error" }).catch(
    () => {
      throw makeFailure(request, "UNAVAILABLE", "no access token: the token URL cannot be reached", {});
    },
  );
  const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  const text = answer?.["access_token"];
  if (!response.ok || typeof text !== "string") throw fail(`HTTP ${response.status}`, response.status);
  const seconds = Number(answer?.["expires_in"] ?? 300);
  return { text, endMs: Date.now() + Math.max(seconds * 1000 - marginMs, seconds * 500) };
}
