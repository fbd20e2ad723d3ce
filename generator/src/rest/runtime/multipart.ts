import { isBytes, isStream, makeStream, partText, readStream, type BodyWriter, type Bytes } from "./body.js";
import { listPresent, writeText } from "./style.js";

/**
 * Writes `multipart/form-data` (RFC 7578), or another `mediaType`.
 *
 * - Files are Blobs, bytes or streams. Only files have a `filename`, because servers take a part with one for an upload.
 * - Each item of a list is one part. Objects are JSON. Null has no part.
 * - `types` has the content types of parts that the description defines.
 * - If a part is a stream, the body is sent while it is read and is never completely in memory.
 */
export const multipartBody =
  (types: Readonly<Record<string, string>> = {}, mediaType = "multipart/form-data"): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const parts = Object.entries(body as object).flatMap(([name, value]: [string, unknown]) =>
      listPresent(value).map((item) =>
        makePart(name, item, Object.hasOwn(types, name) ? types[name] : undefined),
      ),
    );
    const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    );
    const boundary = `part-${random.join("")}`;
    const type = `${mediaType}; boundary=${boundary}`;
    const isSingleUse = parts.some(({ value }) => isStream(value));
    if (isSingleUse) return { body: makeStream(writeChunks(parts, boundary)), type, isSingleUse };
    const chunks = parts.flatMap((part) => [partHead(part, boundary), part.value, "\r\n"]);
    return { body: new Blob([...chunks, partsEnd(boundary)] as BlobParts), type };
  };

type BlobParts = ConstructorParameters<typeof Blob>[0];

interface Part {
  readonly name: string;
  readonly value: Bytes | string;
  readonly type: string | undefined;
}

function makePart(name: string, value: unknown, described: string | undefined): Part {
  if (isBytes(value)) {
    const ownType = value instanceof Blob ? value.type : "";
    return { name, value, type: described ?? (ownType || "application/octet-stream") };
  }
  if (typeof value === "object" && described !== undefined && !/[/+]json\b/i.test(described))
    throw new Error(`${name} is an object, which cannot be sent as ${described}; pass a Blob or text`);
  const type = described ?? (typeof value === "object" ? "application/json" : undefined);
  return { name, value: partText(value, name), type };
}

function partHead({ name, value, type }: Part, boundary: string): string {
  const file = typeof value === "string" ? "" : `; filename="${quoteName(fileName(value, name))}"`;
  const content = type ? `Content-Type: ${type}\r\n` : "";
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(name)}"${file}\r\n${content}\r\n`;
}

function partsEnd(boundary: string): string {
  return `--${boundary}--\r\n`;
}

function fileName(value: Bytes, name: string): string {
  const given = (value as { name?: unknown }).name;
  return typeof given === "string" ? given : name;
}

async function* writeChunks(parts: readonly Part[], boundary: string): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for (const part of parts) {
    const { value } = part;
    yield encoder.encode(partHead(part, boundary));
    yield* readStream(isStream(value) ? value : new Blob([value] as BlobParts).stream());
    yield encoder.encode("\r\n");
  }
  yield encoder.encode(partsEnd(boundary));
}

/** Escapes a name as the HTML standard does in a multipart body. */
function quoteName(text: string): string {
  return writeText(text, "a name").replace(/[\r\n"]/g, encodeURIComponent);
}
