import { ApiError } from "./error.js";
import type { Attempt } from "./exchange.js";
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
  const given =
    typeof source === "function" ? await source({ operation, method, url, attempt, signal }) : source;
  const headers = new Headers(openHeaders);
  let isGuarded = false;
  for (const part of [given ?? {}, ownHeaders]) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part)) {
      isGuarded = true;
      try {
        headers.set(name, value);
      } catch {
        // Neither the value nor the cause is shown: the value may be a credential.
        throw new ApiError(
          "INVALID_ARGUMENT",
          `the header ${JSON.stringify(name)} has characters that headers must not have`,
          {
            operation,
          },
        );
      }
    }
  }
  return { headers, isGuarded };
}
