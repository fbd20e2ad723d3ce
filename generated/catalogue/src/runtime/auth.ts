/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/auth.ts of protoc-gen-stratus. DO NOT EDIT. */
import { areCookiesSent } from "./cookies.js";
import type { CatalogueError } from "./error.js";
import type { HttpRequest } from "./http-request.js";
import { OptionsError } from "./options-error.js";
import type { Signer } from "./options.js";
import { makeRequestError, type PreparedRequest } from "./request.js";

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

/** A security scheme. */
export interface Scheme {
  /** Adds a credential to a request. */
  (
    credential: never,
    sent: HttpRequest,
    request: PreparedRequest,
    fetch: typeof globalThis.fetch,
    baseUrl: string | URL | undefined,
  ): HttpRequest | Promise<HttpRequest>;
  /** Reports whether the request has such a credential already, for example in a header of the program. */
  readonly isSent: (sent: HttpRequest) => boolean;
}

/** Credentials by the names of security schemes. */
export type Credentials = { readonly [name: string]: unknown };

const isAuthorized = ({ headers }: HttpRequest): boolean => "authorization" in headers;

/** `Authorization: Bearer ...` (RFC 6750). */
export const bearer = /*@__PURE__*/ Object.assign(
  async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> =>
    withHeader(sent, "authorization", `Bearer ${await readSecret(credential)}`),
  { isSent: isAuthorized },
);

/** `Authorization: Basic ...`. */
export const basic = /*@__PURE__*/ Object.assign(
  async ({ username, password }: BasicCredentials, sent: HttpRequest): Promise<HttpRequest> => {
    const bytes = new TextEncoder().encode(`${username}:${await readSecret(password)}`);
    return withHeader(sent, "authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
  },
  { isSent: isAuthorized },
);

/** An API key in a header. */
export const headerKey = (name: string) =>
  Object.assign(
    async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> =>
      withHeader(sent, name.toLowerCase(), await readSecret(credential)),
    { isSent: ({ headers }: HttpRequest): boolean => name.toLowerCase() in headers },
  );

/** An API key in the query. */
export const queryKey = (name: string) => {
  const isSent = ({ url }: HttpRequest): boolean => new URL(url).searchParams.has(name);
  const sign = async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> => {
    const secret = await readSecret(credential);
    // A link to the next page may contain the key already.
    if (isSent(sent)) return sent;
    const text = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
    return { ...sent, url: `${sent.url}${sent.url.includes("?") ? "&" : "?"}${text}` };
  };
  return Object.assign(sign, { isSent });
};

/** An API key in a cookie, which is added to those of the call. A browser adds its cookies itself. */
export const cookieKey = (name: string) =>
  Object.assign(
    async (credential: Secret, sent: HttpRequest): Promise<HttpRequest> => {
      const before = sent.headers["cookie"];
      const pair = `${encodeURIComponent(name)}=${encodeURIComponent(await readSecret(credential))}`;
      return withHeader(sent, "cookie", before === undefined ? pair : `${before}; ${pair}`);
    },
    { isSent: ({ headers }: HttpRequest): boolean => "cookie" in headers || !areCookiesSent() },
  );

/**
 * Makes the function that adds credentials to a request: those of the first set of security schemes for which the
 * program has all credentials, else of the set with the most. It throws `UNAUTHENTICATED` if the operation requires
 * credentials and none is given. `"external"` adds and requires none. `baseUrl` is that of relative token URLs.
 *
 * @throws An OptionsError for credentials of unknown schemes.
 */
export function makeSigner(
  schemes: Readonly<Record<string, Scheme>>,
  credentials: Credentials | "external" = {},
  baseUrl?: string | URL,
): Signer | undefined {
  if (credentials === "external") return undefined;
  checkCredentials(schemes, credentials);
  const given = Object.keys(schemes).filter(
    (name) => Object.hasOwn(credentials, name) && credentials[name] !== undefined,
  );
  const has = (name: string): boolean => given.includes(name);
  const sign: Signer = async (request, sent, fetch) => {
    const { security = [] } = request;
    const count = (set: readonly string[]): number => set.filter(has).length;
    const [fullest = []] = security.toSorted((a, b) => count(b) - count(a));
    const chosen = (security.find((set) => set.every(has)) ?? fullest).filter(has);
    const isSatisfied =
      security.length === 0 ||
      chosen.length > 0 ||
      security.some((set) => set.length === 0 || set.some((name) => schemes[name]?.isSent(sent)));
    if (!isSatisfied) throw makeMissingError(request);
    let signed = sent;
    for (const name of chosen)
      signed = await addCredential(name, request, () =>
        (schemes[name] as Scheme)(credentials[name] as never, signed, request, fetch, baseUrl),
      );
    return signed;
  };
  return Object.assign(sign, { isEmpty: given.length === 0 });
}

/** Says where an option that looks like a credential belongs. */
export const placeCredential = (name: string): string | undefined =>
  /key|token|secret|password|user|credential|bearer/i.test(name) ? "credentials belong in auth" : undefined;

function checkCredentials(schemes: object, credentials: Credentials): void {
  const known = Object.keys(schemes);
  const form = `auth must have the form { ${known[0] ?? "name"}: ... }; the schemes of the API are ${known.join(", ")}`;
  if (typeof credentials !== "object" || credentials === null)
    throw new OptionsError(
      "OPTION_INVALID",
      `${form}; "external" says that something else adds them`,
      "auth",
    );
  const unknown = Object.keys(credentials).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const what = `auth has the unknown scheme ${JSON.stringify(unknown)}; the schemes of the API are ${known.join(", ")}`;
  throw new OptionsError("OPTION_UNKNOWN", what, "auth");
}

function makeMissingError(request: PreparedRequest): CatalogueError {
  const forms = (request.security ?? []).map(
    (set) =>
      `{ ${set.map((name) => `${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}: ...`).join(", ")} }`,
  );
  const what = `no credential is given; set auth to ${forms.join(" or ")}, or to "external" if something else adds it`;
  return makeRequestError(request, "UNAUTHENTICATED", what, { clientReason: "NO_CREDENTIALS" });
}

/** Adds a credential. An error about it names its scheme. */
async function addCredential<T>(
  name: string,
  request: PreparedRequest,
  add: () => T | Promise<T>,
): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof InvalidSecret)) throw error;
    const what = `auth.${name} ${error.message}`;
    throw makeRequestError(request, "INVALID_ARGUMENT", what, { clientReason: "NO_CREDENTIALS" });
  }
}

/** Thrown for a secret that cannot be sent. It does not contain it. */
class InvalidSecret extends Error {}

/** Returns the current secret. Throws an error that does not contain it if it cannot be sent. */
export async function readSecret(secret: Secret): Promise<string> {
  const value: unknown = typeof secret === "function" ? await secret() : secret;
  if (typeof value !== "string") throw new InvalidSecret(`must be text, got ${describeType(value)}`);
  // A header cannot contain control characters, and an empty credential is a mistake.
  if (!/^[\x20-\x7e\x80-\uffff]+$/.test(value))
    throw new InvalidSecret("is empty or contains characters that cannot be sent");
  return value;
}

function describeType(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}

function withHeader(sent: HttpRequest, name: string, value: string): HttpRequest {
  return { ...sent, headers: { ...sent.headers, [name]: value } };
}
