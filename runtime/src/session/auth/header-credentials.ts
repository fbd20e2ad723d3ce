/** Credentials that are headers instead of a token: an API key, a user and password, or none at all. */
import { OptionsError } from "../../base/text/options-error.js";
import type { Credentials } from "./credentials.js";

/** Names that gRPC sends as text and that have no meaning in gRPC or HTTP. `-bin` marks bytes. */
const headerName =
  /^(?!(?:grpc-.*|.*-bin|connection|content-.*|host|te|trailer|transfer-encoding|upgrade|user-agent)$)[a-z0-9][a-z0-9_.-]*$/i;

/** Text that gRPC sends in a header, without spaces at its ends. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Credentials of a server that asks for none, such as one inside a cluster: calls have no `authorization`. An API of
 * plain gRPC needs none by default.
 */
export function noCredentials(): Credentials {
  return headerCredentials("noCredentials()", {});
}

/**
 * Credentials that are a key in a header: `apiKey("x-api-key", key)`.
 *
 * @throws An OptionsError that does not show the key.
 */
export function apiKey(header: string, value: string): Credentials {
  if (typeof header !== "string" || !headerName.test(header))
    throw invalid('apiKey: the first argument must be the name of a header, such as "x-api-key"');
  if (typeof value !== "string" || !headerValue.test(value))
    throw invalid(
      "apiKey: the key must be text of printable ASCII characters; is it set where it comes from?",
    );
  return headerCredentials(`the API key in ${header.toLowerCase()}`, { [header.toLowerCase()]: value });
}

/**
 * Credentials that are a user and a password (RFC 7617).
 *
 * @throws An OptionsError that does not show the password.
 */
export function basic(user: string, password: string): Credentials {
  if (typeof user !== "string" || user === "" || user.includes(":"))
    throw invalid("basic: the user must be text without a colon");
  if (typeof password !== "string")
    throw invalid("basic: the password must be text; is it set where it comes from?");
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return headerCredentials("a user and password", { authorization: `Basic ${text}` });
}

function headerCredentials(description: string, headers: Readonly<Record<string, string>>): Credentials {
  return {
    description,
    // A closure, so that printed credentials show no secret.
    headers: () => headers,
    fetchToken: () => Promise.reject(invalid(`${description}: there is no token to exchange or to cache`)),
  };
}

function invalid(text: string): OptionsError {
  return new OptionsError("OPTION_INVALID", text, { option: "credentials" });
}
