import type { IncomingMessage } from "node:http";

/**
 * Reads the body of a request; undefined if it is longer than `maxBytes`. The rest is then dropped, since the next request
 * of the connection comes behind it.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A request that its iterator destroys can no longer be read to its end.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  if (size <= maxBytes) return Buffer.concat(chunks);
  request.resume();
  return undefined;
}
