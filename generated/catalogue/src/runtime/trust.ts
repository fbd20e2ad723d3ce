/* Copied by `stratus openapi` from src/rest/runtime/trust.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Needed only by requests of a process that does not verify certificates. Loaded with the first of them. */
import { makeFailure, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** The global `fetch`; for `http:` alone, unless the client says more: behind an `https:` could be anybody. */
export function fetchOf({ allowUnverifiedTls }: Settings, request: PreparedRequest): typeof globalThis.fetch {
  const { fetch } = globalThis;
  return (url, init) => {
    if (allowUnverifiedTls || !String(url).startsWith("https:")) return fetch(url, init);
    const what =
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches verification off; unset it, or set allowUnverifiedTls: true";
    throw makeFailure(request, "INVALID_ARGUMENT", what, {});
  };
}
