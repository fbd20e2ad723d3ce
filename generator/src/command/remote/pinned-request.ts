import type { LookupAddress } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { Readable } from "node:stream";

/**
 * Sends a GET to addresses that were checked, instead of resolving the name again: its server could name another address
 * the second time. Redirects are not followed.
 */
export async function requestAt(
  url: URL,
  addresses: readonly LookupAddress[],
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {
      ...options,
      agent: false,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
      lookup: (_, { all }, callback) => {
        const [first] = addresses;
        if (all) callback(null, [...addresses]);
        else callback(null, first?.address ?? "", first?.family);
      },
    })
      .on("response", resolve)
      .on("error", (error) => reject(options.signal.aborted ? options.signal.reason : error))
      .end();
  });
  const { statusCode = 500, headers } = message;
  const body = statusCode === 204 || statusCode === 304 ? null : Readable.toWeb(message);
  const { location } = headers;
  return new Response(body as ReadableStream<Uint8Array> | null, {
    status: statusCode,
    headers: location === undefined ? {} : { location },
  });
}
