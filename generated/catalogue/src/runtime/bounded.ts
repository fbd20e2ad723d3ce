/* Copied by `stratus openapi` from src/rest/runtime/bounded.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The most bytes of what is parsed, if the caller sets no bound. */
export const usualBytes = 2 ** 26;

/** The error for an answer, or a line of one, that is longer than it may be. */
export const tooLong = (bytes: number): Error =>
  new RangeError(`more than ${bytes} bytes; raise maxBodyBytes or, for an answer of bytes, use as: "stream"`);

/** Reads a body piece by piece, whatever its headers say of its length; throws `tooLong` for one that is longer. */
export async function readPieces(
  response: Response,
  bytes: number,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  // Not every platform gives a body as a stream.
  if (!reader) return take(new Uint8Array(await response.arrayBuffer()));
  for (let left = bytes; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.length;
    if (left < 0) {
      reader.cancel().catch(() => undefined);
      throw tooLong(bytes);
    }
    take(value);
  }
}

/** The text of a body. */
export async function readBounded(response: Response, bytes = usualBytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  await readPieces(response, bytes, (piece) => (text += decoder.decode(piece, { stream: true })));
  return text + decoder.decode();
}
