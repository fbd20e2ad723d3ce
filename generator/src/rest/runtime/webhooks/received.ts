import { OptionsError } from "../options-error.js";

/** A received request: a `Request`, a message of Node, or headers with a body that was read already. */
export type ReceivedRequest =
  | Request
  | (AsyncIterable<Uint8Array> & { readonly headers: ReceivedHeaders })
  | { readonly headers: ReceivedHeaders; readonly body: Uint8Array | string };

type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns a header of a request; undefined if it is missing. Its name is in lower case. */
export function readHeader({ headers }: ReceivedRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.join(" ");
}

/** Reads the bytes of a body; returns undefined if there are more than `maxBytes`. */
export async function readBytes(request: ReceivedRequest, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(request)) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function* readChunks(request: ReceivedRequest): AsyncGenerator<Uint8Array, void> {
  if (Symbol.asyncIterator in request) {
    yield* request;
    return;
  }
  const { body } = request;
  if (!(body instanceof ReadableStream)) {
    if (typeof body === "string") yield new TextEncoder().encode(body);
    else if (body instanceof Uint8Array) yield body;
    else if (body !== null)
      throw new OptionsError(
        "OPTION_INVALID",
        "body must be the received bytes; pass it before anything parses it",
        "body",
      );
    return;
  }
  // Not every platform can iterate over streams.
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
