import type { UniversalClientFn } from "@connectrpc/connect/protocol";
import type { OnTheWay } from "./es-caller.js";
import type { Permutation } from "./expand.js";
import { contentsBytes, rawBody } from "./raw-body.js";
import { pairsOf } from "./vocabulary.js";

/** What was seen of the answer of a server. */
export interface WireReport {
  httpStatus: number | undefined;
  contentType: string;
  encodings: string[];
}

/** Sends the request of a case that states it byte by byte instead of the client's own, and looks at the answer. */
export function onTheWay({ request }: Permutation, report: WireReport): OnTheWay {
  return (send: UniversalClientFn): UniversalClientFn => {
    return async (own) => {
      const raw = request.rawRequest;
      const sent = raw ? { ...own, ...rawParts(raw, own.url) } : own;
      const answer = await send(sent);
      report.httpStatus = answer.status;
      report.contentType = answer.header.get("content-type") ?? "";
      report.encodings = ["content-encoding", "grpc-encoding", "connect-content-encoding"].flatMap(
        (name) => answer.header.get(name) ?? [],
      );
      return answer;
    };
  };
}

type Raw = NonNullable<Permutation["request"]["rawRequest"]>;

function rawParts(
  raw: Raw,
  own: string,
): { url: string; method: string; header: Headers; body: AsyncIterable<Uint8Array> } {
  const url = new URL(raw.uri, own);
  for (const { name, value } of raw.rawQueryParams)
    for (const one of value) url.searchParams.append(name, one);
  for (const { name, value, base64Encode } of raw.encodedQueryParams) {
    const bytes = Buffer.from(value ? contentsBytes(value) : []);
    url.searchParams.append(name, base64Encode ? bytes.toString("base64url") : bytes.toString());
  }
  const header = new Headers();
  for (const [name, value] of pairsOf(raw.headers)) header.append(name, String(value));
  return { url: url.href, method: raw.verb, header, body: once(rawBody(raw.body)) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  if (bytes.byteLength > 0) yield bytes;
}
