import type { Any } from "../../../generated/interop/index.js";
import type {
  Code,
  ConformancePayload,
  Header,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";

/** How a call failed. */
export interface Failure {
  readonly code: Code;
  /** Undefined if the text does not matter. */
  readonly message: string | undefined;
  readonly details: readonly Any[];
}

/** What came of a call. */
export interface Outcome {
  readonly headers: readonly Header[];
  readonly payloads: readonly ConformancePayload[];
  readonly error: Failure | undefined;
  readonly trailers: readonly Header[];
  /** Status of HTTP, if it was seen. */
  readonly httpStatus: number | undefined;
  /** What those on the way saw that must not be. */
  readonly feedback: readonly string[];
}

/** The headers of a list of pairs; values of one name are together. */
export function headersOf(pairs: Iterable<readonly [name: string, value: string | Uint8Array]>): Header[] {
  const byName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const text = typeof value === "string" ? value : Buffer.from(value).toString("base64");
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), text]);
  }
  return [...byName].map(([name, value]) => ({ name, value }));
}
