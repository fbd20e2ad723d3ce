import { ApiError } from "./error.js";
import type { Attempt } from "./exchange.js";
import type { RequestContext } from "./options.js";
import type { PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** The headers of an attempt. */
export interface SentHeaders {
  readonly headers: Headers;
  /** Some were given by the caller and may be secrets. */
  readonly isGuarded: boolean;
}

/** Gathers the headers of an attempt; those of the call win over those of the client. */
export async function headersOf(
  { headers: source }: Settings,
  { operation, method, url, openHeaders, ownHeaders }: PreparedRequest,
  { number: attempt, signal }: Attempt,
): Promise<SentHeaders> {
  const context: RequestContext = { operation, method, url, attempt, signal };
  const given = typeof source === "function" ? await source(context) : source;
  const headers = new Headers(openHeaders);
  const entries = [
    ...(given instanceof Headers ? given : Object.entries(given ?? {})),
    ...Object.entries(ownHeaders),
  ];
  for (const [name, value] of entries) {
    try {
      headers.set(name, value);
    } catch {
      // Neither the value nor the cause is shown: the value may be a credential.
      throw new ApiError(
        "INVALID_ARGUMENT",
        `the header ${JSON.stringify(name)} cannot be sent: its name or value has characters that headers must not have`,
        { operation },
      );
    }
  }
  return { headers, isGuarded: entries.length > 0 };
}
