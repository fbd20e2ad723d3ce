/* Copied by `stratus openapi` from src/rest/runtime/auth.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";
import type { Hop } from "./hop.js";
import { OptionsError } from "./options-error.js";
import type { Signer } from "./options.js";
import type { PreparedRequest } from "./request.js";

/** A secret, or a function that gives it for each attempt, so that it may change in between. */
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
  /** What to ask for; default: all that the description names. */
  readonly scopes?: readonly string[] | undefined;
  /** Default: the one that the description names. */
  readonly tokenUrl?: string | undefined;
}

/** Puts a credential of some kind where a scheme wants it. */
export type Scheme = (
  credential: never,
  hop: Hop,
  request: PreparedRequest,
  fetch: typeof globalThis.fetch,
) => Hop | Promise<Hop>;

/** Credentials by the names of schemes. */
export type Credentials = { readonly [name: string]: unknown };

/** `Authorization: Bearer ...` (RFC 6750). */
export const bearer = async (credential: Secret, hop: Hop): Promise<Hop> =>
  withHeader(hop, "authorization", `Bearer ${await readSecret(credential)}`);

/** `Authorization: Basic ...`. */
export const basic = async ({ username, password }: BasicCredentials, hop: Hop): Promise<Hop> => {
  const bytes = new TextEncoder().encode(`${username}:${await readSecret(password)}`);
  return withHeader(hop, "authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
};

/** A key in a header. */
export const headerKey =
  (name: string) =>
  async (credential: Secret, hop: Hop): Promise<Hop> =>
    withHeader(hop, name.toLowerCase(), await readSecret(credential));

/** A key in the query. */
export const queryKey =
  (name: string) =>
  async (credential: Secret, hop: Hop): Promise<Hop> => {
    const text = `${encodeURIComponent(name)}=${encodeURIComponent(await readSecret(credential))}`;
    return { ...hop, url: `${hop.url}${hop.url.includes("?") ? "&" : "?"}${text}` };
  };

/** A key in a cookie, beside those that the call has. */
export const cookieKey =
  (name: string) =>
  async (credential: Secret, hop: Hop): Promise<Hop> => {
    const before = hop.headers["cookie"];
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(await readSecret(credential))}`;
    return withHeader(hop, "cookie", before === undefined ? pair : `${before}; ${pair}`);
  };

/**
 * Adds the credentials that a request asks for: the first of its sets of
 * schemes of which the program has given all. With none of them nothing is
 * added, and the server decides.
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
      `auth has ${JSON.stringify(unknown)}; the API has ${known}`,
      "auth",
    );
  }
  return async (request, hop, fetch) => {
    let signed = hop;
    for (const name of request.security?.find((set) => set.every(has)) ?? []) {
      const scheme = schemes[name] as Scheme;
      signed = await scheme(credentials[name] as never, signed, request, fetch);
    }
    return signed;
  };
}

/** The secret as it is now. Neither value nor reason is shown where it cannot be sent. */
export async function readSecret(secret: Secret): Promise<string> {
  const value: unknown = typeof secret === "function" ? await secret() : secret;
  // Bytes that no header takes, or nothing at all.
  if (typeof value !== "string" || !/^[\x20-\x7e\x80-\uffff]+$/.test(value)) {
    throw new CatalogueError("INVALID_ARGUMENT", "a credential of auth is not text that can be sent");
  }
  return value;
}

function withHeader(hop: Hop, name: string, value: string): Hop {
  return { ...hop, headers: { ...hop.headers, [name]: value } };
}
