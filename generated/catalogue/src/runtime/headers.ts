/* Carried along by `stratus openapi` from rest-runtime/headers.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";
import type { HeaderRecord } from "./hop.js";
import type { PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** All headers of an attempt; those of the call win over those of the client. */
export async function headersOf(
  { headers: source }: Settings,
  { operation, method, url, openHeaders, ownHeaders }: PreparedRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<HeaderRecord> {
  const given =
    typeof source === "function" ? await source({ operation, method, url, attempt, signal }) : source;
  const headers = new Headers(openHeaders);
  for (const part of [given, ownHeaders]) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part ?? {})) {
      try {
        headers.set(name, value);
      } catch {
        // Neither the value nor the cause is shown: the value may be a credential.
        throw new CatalogueError("INVALID_ARGUMENT", `the header ${JSON.stringify(name)} cannot be sent`, {
          operation,
        });
      }
    }
  }
  return Object.fromEntries(headers);
}
