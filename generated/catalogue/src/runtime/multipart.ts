/* Carried along by `stratus openapi` from src/rest/runtime/multipart.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isBytes, isStream, partText, type BodyWriter, type Bytes } from "./body.js";

/**
 * `multipart/form-data` (RFC 7578). Files are Blobs, bytes or streams; lists
 * are repeated; what has parts of its own is JSON. `types` names the content
 * types of parts that the description gives one. With a stream among them the
 * body is sent as it is read and is never whole in memory.
 */
export const multipartBody =
  (types: Readonly<Record<string, string>> = {}): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const parts = Object.entries(body as object).flatMap(([name, value]: [string, unknown]) =>
      value === undefined
        ? []
        : [value]
            .flat()
            .map((item: unknown) =>
              makePart(name, item, Object.hasOwn(types, name) ? types[name] : undefined),
            ),
    );
    return parts.some(({ value }) => isStream(value)) ? streamed(parts) : { body: makeForm(parts) };
  };

type BlobParts = ConstructorParameters<typeof Blob>[0];

interface Part {
  readonly name: string;
  readonly value: Bytes | string;
  readonly type: string | undefined;
}

function makePart(name: string, value: unknown, described: string | undefined): Part {
  if (isBytes(value)) return { name, value, type: described ?? (value instanceof Blob ? value.type : "") };
  const type = described ?? (typeof value === "object" ? "application/json" : undefined);
  return { name, value: partText(value), type };
}

function makeForm(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const { name, value, type } of parts) {
    if (typeof value === "string" && type === undefined) form.append(name, value);
    else if (value instanceof Blob && (!type || value.type === type)) form.append(name, value);
    else form.append(name, new Blob([value] as BlobParts, { type: type ?? "" }), fileName(value, name));
  }
  return form;
}

function fileName(value: Bytes | string, name: string): string {
  const given = (value as { name?: unknown }).name;
  return typeof given === "string" ? given : name;
}

function streamed(parts: readonly Part[]): ReturnType<BodyWriter> {
  const boundary = `part-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const chunks = writeChunks(parts, boundary);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { body, type: `multipart/form-data; boundary=${boundary}`, isOnce: true };
}

async function* writeChunks(parts: readonly Part[], boundary: string): AsyncGenerator<Uint8Array, void> {
  for (const { name, value, type } of parts) {
    const isFile = typeof value !== "string";
    const file = isFile ? `; filename="${quoted(fileName(value, name))}"` : "";
    const content = type || (isFile ? "application/octet-stream" : "");
    yield encode(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n` +
        `${content ? `content-type: ${content}\r\n` : ""}\r\n`,
    );
    const stream = isStream(value) ? value : new Blob([value] as BlobParts).stream();
    const reader = stream.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      await reader.cancel();
    }
    yield encode("\r\n");
  }
  yield encode(`--${boundary}--\r\n`);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** As the HTML standard writes names in a multipart body. */
function quoted(text: string): string {
  return text.replace(/[\r\n"]/g, encodeURIComponent);
}
