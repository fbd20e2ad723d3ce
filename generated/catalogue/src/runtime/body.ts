/* Copied by `stratus openapi` from src/rest/runtime/body.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Bodies in the forms that descriptions ask for: JSON, forms, multipart, text
 * and bytes. A package's bundle holds those that its operations use.
 */
import { formFields, writeText, type ParameterWriter } from "./style.js";

/** What `fetch` takes for a body. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body as `fetch` takes it, with what belongs to it. */
export interface SentBody {
  readonly body: FetchBody;
  /** Its content type; undefined where `fetch` knows it. */
  readonly type?: string | undefined;
  /** The body can be read once, so that the request is sent once. */
  readonly isOnce?: boolean;
}

/** Turns the body of a call into what is sent; throws where that is impossible. */
export type BodyWriter = (body: unknown, contentType: string | undefined) => SentBody | undefined;

/** Bytes that are sent as they are: kept in memory, or read while they are sent, such as a file of `node:fs`. */
export type Bytes = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | ArrayBuffer | Uint8Array;

/** Bytes that can be read once. */
export type ByteSource = Extract<Bytes, ReadableStream | AsyncIterable<Uint8Array>>;

/** JSON, under another name than `application/json` where it has one. */
export const jsonBody =
  (type = "application/json"): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const text = JSON.stringify(body) as string | undefined;
    if (text === undefined) throw new Error("it has no form in JSON");
    return { body: text, type };
  };

/** Text. */
export const textBody =
  (type: string): BodyWriter =>
  (body) =>
    body === undefined ? undefined : { body: writeText(body), type };

/** Bytes; `type` is left out where the description allows several, and that of a Blob is used. */
export const bytesBody =
  (type?: string): BodyWriter =>
  (body, contentType) => {
    if (body === undefined) return undefined;
    if (!isBytes(body)) throw new Error("it is neither a Blob nor a stream nor bytes");
    const named = contentType ?? type ?? (body instanceof Blob ? body.type : "");
    const isOnce = isStream(body);
    // Not every platform sends what can be iterated.
    const sent = isOnce && !(body instanceof ReadableStream) ? makeStream(readStream(body)) : body;
    return { body: sent as FetchBody, type: named || "application/octet-stream", isOnce };
  };

/** `application/x-www-form-urlencoded`; properties that are objects go as JSON, or as `styles` says. */
export const formBody =
  (styles: Readonly<Record<string, ParameterWriter>> = {}): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const texts = Object.entries(body as object).flatMap(([name, value]: [string, unknown]) => {
      if (value === undefined) return [];
      const write = Object.hasOwn(styles, name) ? styles[name] : undefined;
      if (write) return [write(name, value, {}) ?? ""];
      return [value].flat().map((item) => formFields(name, partText(item), {}) ?? "");
    });
    return {
      body: texts.filter(Boolean).join("&").replaceAll("%20", "+"),
      type: "application/x-www-form-urlencoded",
    };
  };

/** One of several forms, by the content type that the call names; the first one where it names none. */
export const chooseBody =
  (writers: Readonly<Record<string, BodyWriter>>): BodyWriter =>
  (body, contentType) => {
    const [first = ""] = Object.keys(writers);
    const write = Object.hasOwn(writers, contentType ?? first) ? writers[contentType ?? first] : undefined;
    if (!write) throw new Error(`the content type ${contentType} is not described`);
    return write(body, contentType);
  };

/** A request by a method of which nobody says that it may be repeated, with or without a body. */
export const sentOnce =
  (write?: BodyWriter): BodyWriter =>
  (body, contentType) =>
    ({ ...write?.(body, contentType), isOnce: true }) as SentBody;

/** A body that must not be left out. */
export const required =
  (write: BodyWriter): BodyWriter =>
  (body, contentType) => {
    if (body === undefined) throw new Error("it is required");
    return write(body, contentType);
  };

/** A part that is no list and no file, as text: what has parts of its own is JSON. */
export function partText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : writeText(value);
}

/** A stream, or anything else that gives its bytes piece by piece. */
export function isStream(value: unknown): value is ByteSource {
  return value instanceof ReadableStream || Symbol.asyncIterator in Object(value);
}

/** The pieces of a stream; leaving the loop ends it. Not every platform iterates over streams. */
export async function* readStream(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  if (!(source instanceof ReadableStream)) {
    for await (const piece of source)
      yield typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    return;
  }
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** A stream of pieces, each made when it is asked for. */
export function makeStream(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** Anything that is sent as it is. */
export function isBytes(value: unknown): value is Bytes {
  return (
    value instanceof Blob || isStream(value) || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
  );
}
