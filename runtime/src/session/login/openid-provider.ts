import { errorText } from "../../base/text/value-text.js";
import { isLoopback } from "../../calls/endpoint/loopback.js";
import type { FormAnswer } from "../auth/form.js";
import { type FormPost, sendRequest } from "../auth/form-post.js";
import { LoginError } from "./login-error.js";

/** The facts about an OpenID provider that a login needs (RFC 8414, section 2). */
export interface OpenidProvider {
  readonly issuer: string;
  readonly tokenEndpoint: URL;
  readonly authorizationEndpoint: URL | undefined;
  readonly deviceAuthorizationEndpoint: URL | undefined;
  readonly revocationEndpoint: URL | undefined;
  /** Whether each response of the authorization endpoint names the issuer (RFC 9207). */
  readonly namesIssuer: boolean;
}

/** The places of the metadata, of OpenID providers and of other authorization servers (RFC 8414, section 5). */
const places: readonly ((issuer: URL) => string)[] = [
  ({ origin, pathname }) => `${origin}${pathname.replace(/\/$/, "")}/.well-known/openid-configuration`,
  ({ origin, pathname }) => `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, "")}`,
];

/**
 * Reads the metadata of an issuer, and checks that it is that of this issuer.
 *
 * @param issuer An https URL without query and fragment, or an http URL of this machine.
 * @throws A LoginError that says why the issuer cannot be used.
 */
export async function discoverProvider(issuer: string, how: FormPost): Promise<OpenidProvider> {
  const url = requireUrl(issuer, "the issuer");
  if (url.search || url.hash || url.username || url.password)
    throw new LoginError("LOGIN_INVALID", "the issuer must be a URL without user, query and fragment");
  let last: FormAnswer | undefined;
  for (const place of places) {
    last = await get(new URL(place(url)), how);
    if (last.status === 200) return readMetadata(last.text, issuer);
  }
  throw new LoginError(
    "LOGIN_UNAVAILABLE",
    `${issuer} is not an OpenID provider: its metadata has HTTP status ${last?.status}`,
  );
}

async function get(url: URL, how: FormPost): Promise<FormAnswer> {
  try {
    return await sendRequest(url, { method: "GET", headers: { accept: "application/json" } }, how);
  } catch (error) {
    if (how.signal.aborted) throw how.signal.reason;
    throw new LoginError("LOGIN_UNAVAILABLE", `${url.origin} cannot be reached: ${errorText(error)}`);
  }
}

function readMetadata(text: string, issuer: string): OpenidProvider {
  const found = parseObject(text);
  // Another issuer's metadata would send codes and tokens to that one (RFC 8414, section 3.3).
  if (found?.["issuer"] !== issuer)
    throw new LoginError(
      "LOGIN_INVALID",
      `the metadata of ${issuer} is that of another issuer (${String(found?.["issuer"]).slice(0, 200)})`,
    );
  const endpoint = (name: string): URL | undefined =>
    typeof found[name] === "string" ? requireUrl(found[name], name) : undefined;
  const tokenEndpoint = endpoint("token_endpoint");
  if (!tokenEndpoint) throw new LoginError("LOGIN_UNAVAILABLE", `${issuer} has no token endpoint`);
  return {
    issuer,
    tokenEndpoint,
    authorizationEndpoint: endpoint("authorization_endpoint"),
    deviceAuthorizationEndpoint: endpoint("device_authorization_endpoint"),
    revocationEndpoint: endpoint("revocation_endpoint"),
    namesIssuer: found["authorization_response_iss_parameter_supported"] === true,
  };
}

/** Parses a JSON object; undefined if a text is not one. */
export function parseObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a URL to which codes and tokens may go: https, or http on this machine. */
export function requireUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))) return url;
  throw new LoginError("LOGIN_INVALID", `${what} must be an https URL; http is for this machine only`);
}
