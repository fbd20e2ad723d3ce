import { ApiError } from "./error.js";
import type { HttpRequest } from "./http-request.js";
import { OptionsError } from "./options-error.js";
import type { Signer } from "./options.js";
import type { PreparedRequest } from "./request.js";

/** A secret, or a function that returns it for each attempt. */
export type Secret = string | (() => string | Promise<string>);

/** User name and password (RFC 7617). */
export interface BasicCredentials {
  readonly username: string;
  readonly password: Secret;
}

/** Client credentials (RFC 6749, section 4.4). */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The scopes to request. Default: all scopes in the description. */
  readonly scopes?: readonly string[] | undefined;
  /** The token endpoint. Default: the one in the description. */
  readonly tokenUrl?: string | undefined;
}

/** Adds a credential to a request by a security scheme. */
export type Scheme = (
  credential: never,
  sent: HttpRequest,
  request: PreparedRequest,
  fetch: typeof globalThis.fetch,
) => HttpRequest | Promise<HttpRequest>;

/** Credentials by the names of security schemes. */
export type Credentials = { readonly [name: string]: unknown };

/** `Authorization: Bearer ...` (RFC 6750). */
export const bearer = async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> =>
  withHeader(sent, "authorization", `Bearer ${await readSecret(credential)}`);

/** `Authorization: Basic ...`. */
export const basic = async (
  { username, password }: BasicCredentials,
  sent: HttpRequest,
): Promise<HttpRequest> => {
  const bytes = new TextEncoder().encode(`${username}:${await readSecret(password)}`);
  return withHeader(sent, "authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
};

/** An API key in a header. */
export const headerKey =
  (name: string) =>
  async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> =>
    withHeader(sent, name.toLowerCase(), await readSecret(credential));

/** An API key in the query. */
export const queryKey =
  (name: string) =>
  async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> => {
    const secret = await readSecret(credential);
    // A link to the next page may contain the key already.
    if (new URL(sent.url).searchParams.has(name)) return sent;
    const text = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
    return { ...sent, url: `${sent.url}${sent.url.includes("?") ? "&" : "?"}${text}` };
  };

/** An API key in a cookie, which is added to those of the call. */
export const cookieKey =
  (name: string) =>
  async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> => {
    const before = sent.headers["cookie"];
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(await readSecret(credential))}`;
    return withHeader(sent, "cookie", before === undefined ? pair : `${before}; ${pair}`);
  };

/**
 * Makes the function that adds credentials to a request: those of the first set
 * of security schemes for which the program has all credentials. Without such a
 * set nothing is added.
 */
export function makeSigner(
  schemes: Readonly<Record<string, Scheme>>,
  credentials: Credentials | undefined,
): Signer | undefined {
  if (!credentials) return undefined;
  const has = (name: string): boolean =>
    Object.hasOwn(schemes, name) && Object.hasOwn(credentials, name) && credentials[name] !== undefined;
  const unknown = Object.keys(credentials).find((name) => !Object.hasOwn(schemes, name));
  if (unknown !== undefined) {
    const known = Object.keys(schemes).join(", ");
    throw new OptionsError(
      "OPTION_UNKNOWN",
      `auth has the unknown scheme ${JSON.stringify(unknown)}; the schemes of the API are ${known}`,
      "auth",
    );
  }
  return async (request, sent, fetch) => {
    let signed = sent;
    for (const name of request.security?.find((set) => set.every(has)) ?? []) {
      const scheme = schemes[name] as Scheme;
      signed = await scheme(credentials[name] as never, signed, request, fetch);
    }
    return signed;
  };
}

/** Returns the current secret. Throws `INVALID_ARGUMENT` if it cannot be sent; the error does not contain it. */
export async function readSecret(secret: Secret): Promise<string> {
  const value: unknown = typeof secret === "function" ? await secret() : secret;
  // A header cannot contain control characters, and an empty credential is a mistake.
  if (typeof value !== "string" || !/^[\x20-\x7e\x80-\uffff]+$/.test(value)) {
    throw new ApiError(
      "INVALID_ARGUMENT",
      "a credential of auth is not text, is empty or contains characters that cannot be sent",
      { clientReason: "NO_CREDENTIALS" },
    );
  }
  return value;
}

function withHeader(sent: HttpRequest, name: string, value: string): HttpRequest {
  return { ...sent, headers: { ...sent.headers, [name]: value } };
}
