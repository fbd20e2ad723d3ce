/**
 * Writers of request bodies: JSON, forms, text and bytes. A bundle contains those
 * that its operations use.
 */
import { writeJson } from "./json-text.js";
import { formFields, listPresent, writeText, type CheckArgument, type ParameterWriter } from "./style.js";

/** A body that `fetch` accepts. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A serialized body with its content type. */
export interface SerializedBody {
  readonly body: FetchBody;
  /** The content type; undefined if `fetch` sets it. */
  readonly type?: string | undefined;
  /** The request must be sent once, for example because its body can be read once. */
  readonly isSingleUse?: boolean;
}

/** Serializes the body of a call; throws if that is impossible. `check` compares it with its description. */
export type BodyWriter = (
  body: unknown,
  contentType: string | undefined,
  check?: CheckArgument,
) => SerializedBody | undefined;

/** Bytes in memory, or a stream that is read while it is sent, such as a file of `node:fs`. */
export type Bytes = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | ArrayBuffer | Uint8Array;

/** A stream of bytes, which can be read once. */
export type ByteSource = Extract<Bytes, ReadableStream | AsyncIterable<Uint8Array>>;

/** Writes JSON with a content type, by default `application/json`. */
export const jsonBody =
  (type = "application/json"): BodyWriter =>
  (body) => {
    return body === undefined ? undefined : { body: writeJson(body), type };
  };

/** Writes text. */
export const textBody =
  (type: string): BodyWriter =>
  (body) =>
    body === undefined ? undefined : { body: writeText(body), type };

/** Sends bytes. Without `type`, the content type is that of the call or of the Blob. */
export const bytesBody =
  (type?: string): BodyWriter =>
  (body, contentType) => {
    if (body === undefined) return undefined;
    if (!isBytes(body)) throw new Error("it is neither a Blob nor a stream nor bytes");
    const named = contentType ?? type ?? (body instanceof Blob ? body.type : "");
    const isSingleUse = isStream(body);
    // Not every platform sends async iterables.
    const sent = isSingleUse && !(body instanceof ReadableStream) ? makeStream(readStream(body)) : body;
    return { body: sent as FetchBody, type: named || "application/octet-stream", isSingleUse };
  };

/** Writes `application/x-www-form-urlencoded`. Properties that are objects are JSON unless `styles` has a writer. */
export const formBody =
  (styles: Readonly<Record<string, ParameterWriter>> = {}): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const texts = Object.entries(body as object).flatMap(([name, value]: [string, unknown]) => {
      const given = listPresent(value);
      if (given.length === 0) return [];
      const write = Object.hasOwn(styles, name) ? styles[name] : undefined;
      if (write) return [write(name, Array.isArray(value) ? given : value, {}) ?? ""];
      return given.map((item) => formFields(name, partText(item, name), {}) ?? "");
    });
    return {
      body: texts.filter(Boolean).join("&").replaceAll("%20", "+"),
      type: "application/x-www-form-urlencoded",
    };
  };

/** Chooses the writer by the content type of the call; without one, it chooses the first. */
export const chooseBody =
  (writers: Readonly<Record<string, BodyWriter>>): BodyWriter =>
  (body, contentType, check) => {
    const [first = ""] = Object.keys(writers);
    const write = Object.hasOwn(writers, contentType ?? first) ? writers[contentType ?? first] : undefined;
    if (!write) throw new Error(`the API does not describe the content type ${contentType}`);
    return write(body, contentType, check);
  };

/** Marks a request that must be sent once, because its method may not be idempotent. It may have no body. */
export const singleUse =
  (write?: BodyWriter): BodyWriter =>
  (body, contentType, check) =>
    ({ ...write?.(body, contentType, check), isSingleUse: true }) as SerializedBody;

/** Throws if the body is missing. */
export const required =
  (write: BodyWriter): BodyWriter =>
  (body, contentType, check) => {
    if (body === undefined) throw new Error("it is required");
    return write(body, contentType, check);
  };

/** Compares a JSON body with its description, as it is or as JSON represents it: a Date is text there. */
export const checkedBody =
  (guard: (value: unknown) => boolean, rule: string, write: BodyWriter, name = "the body"): BodyWriter =>
  (body, contentType, check) => {
    const sent = write(body, contentType);
    if (sent && check && !guard(body)) check(name, JSON.parse(String(sent.body)), guard, rule);
    return sent;
  };

/** Compares a form with its description, as it is or without null, which is not sent. */
export const checkedForm =
  (guard: (value: unknown) => boolean, rule: string, write: BodyWriter, name = "the body"): BodyWriter =>
  (body, contentType, check) => {
    const sent = write(body, contentType);
    if (!sent || !check || guard(body)) return sent;
    const properties = Object.entries(Object(body) as object).flatMap(
      ([key, value]: [string, unknown]): readonly (readonly [string, unknown])[] => {
        const given = listPresent(value);
        return Array.isArray(value) ? [[key, given]] : given.map((one) => [key, one]);
      },
    );
    check(name, Object.fromEntries(properties), guard, rule);
    return sent;
  };

/** Writes a part of a form that is neither a list nor a file: objects as JSON, other values as text. */
export function partText(value: unknown, name: string): string {
  return typeof value === "object" ? writeJson(value, name) : writeText(value, name);
}

/** Reports whether a value is a stream or an async iterable. */
export function isStream(value: unknown): value is ByteSource {
  return value instanceof ReadableStream || Symbol.asyncIterator in Object(value);
}

/** Iterates over the chunks of a stream, which not every platform does. Leaving the loop cancels the stream. */
export async function* readStream(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  if (!(source instanceof ReadableStream)) {
    for await (const chunk of source)
      yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    return;
  }
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Makes a stream of chunks, which are generated when they are read. */
export function makeStream(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Reports whether a value is sent as bytes. */
export function isBytes(value: unknown): value is Bytes {
  return (
    value instanceof Blob || isStream(value) || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
  );
}
