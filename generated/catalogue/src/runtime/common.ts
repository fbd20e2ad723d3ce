/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { isContainer } from "./core.js";

export function measureDepth(value: unknown): number {
  let depth = 0;
  for (let level = [value].filter(isContainer); level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one)).filter(isContainer);
  }
  return depth;
}

export const defaultMaxBodyBytes = 2 ** 26;

export const bodyTooLarge = (bytes: number): Error =>
  new RangeError(
    `more than ${bytes} bytes; raise maxBodyBytes or, for a response of bytes, use as: "stream"`,
  );

export function findLength({ headers, type }: Response): number {
  const isKnown = type !== "cors" && !headers.has("content-encoding");
  return isKnown ? Number(headers.get("content-length") ?? Number.NaN) : Number.NaN;
}

export function checkLength(response: Response, received: number): void {
  const length = findLength(response);
  if (received < length) throw new TypeError(`the response ended after ${received} of ${length} bytes`);
}

export async function readChunks(
  response: Response,
  bytes: number,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) {
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

export async function readBodyText(response: Response, bytes = defaultMaxBodyBytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  await readChunks(response, bytes, (chunk) => (text += decoder.decode(chunk, { stream: true })));
  return text + decoder.decode();
}
