/* Copied by `stratus openapi` from src/rest/runtime/stream.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { NamedRequest } from "./error.js";
import { tooLong, usualBytes } from "./bounded.js";
import { isTooDeep, tooDeepToRead } from "./depth.js";
import { splitLines } from "./lines.js";
import type { Fail } from "./outcome.js";
import type { AnswerReader } from "./reader.js";
import { makeFailure } from "./request.js";

/** An event of a `text/event-stream` answer (HTML standard, "Server-sent events"). */
export interface ServerEvent<T> {
  /** Its type; `message` where the server names none. */
  readonly event: string;
  /** Decoded where it is JSON. */
  readonly data: T;
  /** The last id that the server gave; empty where it gave none. */
  readonly id: string;
}

/**
 * An answer that comes piece by piece; to be iterated once. Leaving the loop
 * or aborting the call's signal ends the request; the latter throws the
 * signal's reason. The call's time limits end when the answer begins.
 */
export type AnswerStream<T> = AsyncIterable<T>;

/** Makes a value of JSON. */
type Parse = (text: string, status: number) => unknown;

const plain: Parse = (text) => JSON.parse(text);

/** The events of a `text/event-stream` answer, with data that has values of other forms. */
export const eventsOf =
  (parse: Parse): AnswerReader =>
  async (response, options, bytes, request, attempts) => {
    const fail = failOf(request, attempts);
    const lines = splitLines(response, options, bytes, fail);
    return parseEvents(lines, readerOf(parse, response, fail), bytes, fail);
  };

/** The values of an answer with one JSON text a line (JSON Lines, NDJSON, RFC 7464), which have values of other forms. */
export const linesOf =
  (parse: Parse): AnswerReader =>
  async (response, options, bytes, request, attempts) => {
    const fail = failOf(request, attempts);
    return parseValues(splitLines(response, options, bytes, fail), readerOf(parse, response, fail), fail);
  };

const failOf =
  (request: NamedRequest, attempts: number): Fail =>
  (code, what, more) =>
    makeFailure(request, code, what, { attempts, ...more });

/** The events of a `text/event-stream` answer. */
export const readEvents: AnswerReader = /*@__PURE__*/ eventsOf(plain);

/** The values of an answer with one JSON text a line (JSON Lines, NDJSON, RFC 7464). */
export const readLines: AnswerReader = /*@__PURE__*/ linesOf(plain);

/** Parses JSON, and says so if that is too deep for values of other forms. */
const readerOf =
  (parse: Parse, { status }: Response, fail: Fail) =>
  (text: string): unknown => {
    try {
      return parse(text, status);
    } catch (cause) {
      if (!isTooDeep(cause)) throw cause;
      throw fail("DECODE", `a value of the answer is ${tooDeepToRead(text)}`, { cause });
    }
  };

async function* parseEvents(
  lines: AsyncIterable<Uint8Array>,
  read: (text: string) => unknown,
  bytes = usualBytes,
  fail: Fail,
): AsyncGenerator<ServerEvent<unknown>> {
  const decoder = new TextDecoder();
  let event = "";
  let data: string[] = [];
  let length = 0;
  let id = "";
  for await (const bytesOfLine of lines) {
    const line = decoder.decode(bytesOfLine);
    if (line === "") {
      const text = data.join("\n");
      // The end of the stream as many services write it.
      if (text === "[DONE]") return;
      if (data.length > 0) yield { event: event || "message", data: decoded(text, read), id };
      event = "";
      data = [];
      length = 0;
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "event") event = value;
    else if (name === "data") {
      data.push(value);
      // The line end counts, so that lines of nothing have an end too.
      length += bytesOfLine.length + 1;
      if (length > bytes) throw fail("DECODE", tooLong(bytes).message);
    } else if (name === "id" && !value.includes("\0")) id = value;
  }
}

/** An event may hold JSON or plain text. */
function decoded(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

async function* parseValues(
  lines: AsyncIterable<Uint8Array>,
  read: (text: string) => unknown,
  fail: Fail,
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  for await (const line of lines) {
    const whole = decoder.decode(line);
    // RFC 7464 puts a record separator before each text.
    const text = whole.slice(whole.startsWith("\u001e") ? 1 : 0).trim();
    if (text === "") continue;
    let value: unknown;
    try {
      value = read(text);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw fail("DECODE", "a line of the answer is not JSON", { excerpt: text.slice(0, 500), cause });
    }
    yield value;
  }
}
