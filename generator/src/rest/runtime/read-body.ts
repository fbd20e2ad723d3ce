/** The maximum size of a parsed body in bytes, if the caller sets none: 64 MB. */
export const defaultMaxBodyBytes = 2 ** 26;

/** Makes the error for a body, or a line of one, that is too large. */
export const bodyTooLarge = (bytes: number): Error =>
  new RangeError(
    `more than ${bytes} bytes; raise maxBodyBytes or, for a response of bytes, use as: "stream"`,
  );

/** Returns the declared length of a body that `fetch` has not decompressed; NaN if it is unknown. */
export function findLength({ headers, type }: Response): number {
  // A browser shows the length of the compressed body of another origin, but not its encoding.
  const isKnown = type !== "cors" && !headers.has("content-encoding");
  return isKnown ? Number(headers.get("content-length") ?? Number.NaN) : Number.NaN;
}

/**
 * Throws if a body is shorter than the header `content-length` declares. Over HTTP/2 a response that is reset with
 * NO_ERROR looks complete to `fetch`.
 */
export function checkLength(response: Response, received: number): void {
  const length = findLength(response);
  if (received < length) throw new TypeError(`the response ended after ${received} of ${length} bytes`);
}

/** Reads a body in chunks. Throws `bodyTooLarge` beyond `bytes`, whatever the header `content-length` contains. */
export async function readChunks(
  response: Response,
  bytes: number,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) {
    // Not every platform has streams of bodies. A response to HEAD or with 304 has a length and no body.
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > 0) checkLength(response, body.length);
    return take(body);
  }
  for (let left = bytes; ;) {
    const { done, value } = await reader.read();
    if (done) return checkLength(response, bytes - left);
    left -= value.length;
    if (left < 0) {
      reader.cancel().catch(() => undefined);
      throw bodyTooLarge(bytes);
    }
    take(value);
  }
}

/** Reads a body as text. */
export async function readBodyText(response: Response, bytes = defaultMaxBodyBytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  await readChunks(response, bytes, (chunk) => (text += decoder.decode(chunk, { stream: true })));
  return text + decoder.decode();
}
