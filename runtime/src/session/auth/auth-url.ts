import { invalidOption } from "../../base/text/options-error.js";
import { isLoopback } from "../../calls/endpoint/loopback.js";

const path = "oauth2/token/exchange";

/**
 * Checks a base URL: `https:`, or `http:` on this machine.
 *
 * @throws An OptionsError that says what to write.
 */
export function requireAuthUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url && isLoopback(url.hostname);
  if (
    url &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLocal))
  ) {
    return new URL(path, url.href.endsWith("/") ? url : `${url.href}/`);
  }
  throw invalidOption(
    "authUrl",
    'write an https URL without user, query and fragment, such as "https://auth.api.example.com"; http is for this machine only',
  );
}
