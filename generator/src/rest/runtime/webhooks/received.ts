import { OptionsError } from "../options-error.js";

/** A body as servers have it: a `Request`, a message of Node, or headers beside what was read already. */
export type ReceivedRequest =
  | Request
  | (AsyncIterable<Uint8Array> & { readonly headers: ReceivedHeaders })
  | { readonly headers: ReceivedHeaders; readonly body: Uint8Array | string };

type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header of a request; undefined if it is missing. Names are written in any way. */
export function headerOf({ headers }: ReceivedRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.join(" ");
}

/** The bytes of a body as they came; undefined if there are more than allowed. */
export async function readBytes(request: ReceivedRequest, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(request)) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function* piecesOf(request: ReceivedRequest): AsyncGenerator<Uint8Array, void> {
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
        "body must be the bytes as they came, before anything parses them",
        "body",
      );
    return;
  }
  // Not every platform iterates over streams.
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
