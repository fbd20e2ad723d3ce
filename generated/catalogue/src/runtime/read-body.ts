/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/read-body.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The maximum size of a parsed body in bytes, if the caller sets none: 64 MB. */
export const defaultMaxBodyBytes = 2 ** 26;

/** Makes the error for a body, or a line of one, that is too large. */
export const bodyTooLarge = (bytes: number): Error =>
  new RangeError(
    `more than ${bytes} bytes; raise maxBodyBytes or, for a response of bytes, use as: "stream"`,
  );

/** Reads a body in chunks. Throws `bodyTooLarge` beyond `bytes`, whatever the header `content-length` contains. */
export async function readChunks(
  response: Response,
  bytes: number,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  // Not every platform has streams of bodies.
  if (!reader) return take(new Uint8Array(await response.arrayBuffer()));
  for (let left = bytes; ;) {
    const { done, value } = await reader.read();
    if (done) return;
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
