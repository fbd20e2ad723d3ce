import type { Header } from "../../../generated/interop/connectrpc/conformance/v1/index.js";

/** Metadata as pairs. The suite writes values of a name that ends in `-bin` in base64. */
export function pairsOf(headers: readonly Header[]): [name: string, value: string | Uint8Array][] {
  return headers.flatMap(({ name, value }) =>
    value.map((text): [string, string | Uint8Array] => [
      name.toLowerCase(),
      name.toLowerCase().endsWith("-bin") ? new Uint8Array(Buffer.from(text, "base64")) : text,
    ]),
  );
}

/** Metadata as the suite writes it: each name once, with all its values. */
export function headersOf(pairs: Iterable<readonly [name: string, value: string | Uint8Array]>): Header[] {
  const byName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const text = typeof value === "string" ? value : Buffer.from(value).toString("base64");
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), text]);
  }
  return [...byName].map(([name, value]) => ({ name, value }));
}
