/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 24, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
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

export async function readChunks(
  response: Response,
  bytes: number,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = response.body?.getReader();
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

export async function readBodyText(response: Response, bytes = defaultMaxBodyBytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  await readChunks(response, bytes, (chunk) => (text += decoder.decode(chunk, { stream: true })));
  return text + decoder.decode();
}

const minSimilarity = 0.5;

export function suggestName(name: string, known: readonly string[]): string | undefined {
  const pairs = listPairs(name);
  const measureSimilarity = (other: string): number => {
    const others = listPairs(other);
    const common = pairs.filter((pair) => others.includes(pair)).length;
    return (2 * common) / (pairs.length + others.length);
  };
  const [best = ""] = known.toSorted((a, b) => measureSimilarity(b) - measureSimilarity(a));
  return measureSimilarity(best) >= minSimilarity ? `did you mean ${best}?` : undefined;
}

function listPairs(name: string): readonly string[] {
  const text = `^${name.slice(0, 100).toLowerCase()}$`;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}
