import type { NamedRequest } from "./error.js";
import { bodyTooLarge, defaultMaxBodyBytes } from "./read-body.js";
import { describeDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import { splitLines } from "./lines.js";
import type { MakeError } from "./outcome.js";
import type { ResponseReader } from "./response-readers.js";
import { makeRequestError } from "./request.js";

/** An event of a `text/event-stream` response (HTML standard, "Server-sent events"). */
export interface ServerEvent<T> {
  /** The type of the event; `message` if the server sends none. */
  readonly event: string;
  /** The data, parsed if it is JSON. */
  readonly data: T;
  /** The last id that the server sent; empty if it sent none. */
  readonly id: string;
}

/**
 * A streamed response, which can be iterated once. Leaving the loop ends the
 * request. Aborting the call's signal ends it too, and the loop throws the signal's
 * reason. The call's time limits do not apply after the response has begun.
 */
export type ResponseStream<T> = AsyncIterable<T>;

/** Parses JSON. */
type Parse = (text: string, status: number) => unknown;

const plain: Parse = (text) => JSON.parse(text);

/** Makes a reader of `text/event-stream` whose data is parsed with `parse`. JSON and HTML are refused. */
export const eventReader =
  (parse: Parse): ResponseReader =>
  async (response, options, bytes, request, attempt) => {
    const makeError = errorMaker(request, attempt);
    const type = response.headers.get("content-type") ?? "";
    if (/[/+](json|html|xml)\b/i.test(type))
      throw makeError("DECODE", `not text/event-stream but ${type}`, { status: response.status });
    const lines = splitLines(response, options, bytes, makeError);
    return parseEvents(lines, parserFor(parse, response, makeError), bytes, makeError);
  };

/** Makes a reader of JSON Lines, NDJSON and JSON text sequences (RFC 7464) whose lines are parsed with `parse`. */
export const lineReader =
  (parse: Parse): ResponseReader =>
  async (response, options, bytes, request, attempt) => {
    const makeError = errorMaker(request, attempt);
    return parseValues(
      splitLines(response, options, bytes, makeError),
      parserFor(parse, response, makeError),
      makeError,
    );
  };

const errorMaker =
  (request: NamedRequest, attempt: number): MakeError =>
  (code, what, more) =>
    makeRequestError(request, code, what, { attempts: attempt, ...more });

/** Reads the events of a `text/event-stream` response. */
export const readEvents: ResponseReader = /*@__PURE__*/ eventReader(plain);

/** Reads JSON Lines, NDJSON and JSON text sequences (RFC 7464). */
export const readLines: ResponseReader = /*@__PURE__*/ lineReader(plain);

/** Makes a parser that throws `DECODE` for JSON that is nested too deep. */
const parserFor =
  (parse: Parse, { status }: Response, makeError: MakeError) =>
  (text: string): unknown => {
    try {
      return parse(text, status);
    } catch (cause) {
      if (!isStackOverflow(cause)) throw cause;
      throw makeError("DECODE", `a value of the response is ${describeDepth(text)}`, { cause });
    }
  };

async function* parseEvents(
  lines: AsyncIterable<Uint8Array>,
  read: (text: string) => unknown,
  bytes = defaultMaxBodyBytes,
  makeError: MakeError,
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
      // Many services end a stream with this text.
      if (text === "[DONE]") return;
      if (data.length > 0) yield { event: event || "message", data: parseData(text, read), id };
      event = "";
      data = [];
      length = 0;
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*):? ?([^]*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    else if (name === "data") {
      data.push(value);
      // Line ends count, so that a stream of empty lines reaches the limit too.
      length += bytesOfLine.length + 1;
      if (length > bytes)
        throw makeError("DECODE", bodyTooLarge(bytes).message, { clientReason: "MESSAGE_TOO_LARGE" });
    } else if (name === "id" && !value.includes("\0")) id = value;
  }
}

/** Parses the data of an event, which may be JSON or plain text. */
function parseData(text: string, read: (text: string) => unknown): unknown {
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
  makeError: MakeError,
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  for await (const line of lines) {
    const whole = decoder.decode(line);
    // In RFC 7464, a record separator precedes each text.
    const text = whole.slice(whole.startsWith("\u001e") ? 1 : 0).trim();
    if (text === "") continue;
    let value: unknown;
    try {
      value = read(text);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw makeError("DECODE", "a line of the response is not JSON", { excerpt: text.slice(0, 500), cause });
    }
    yield value;
  }
}
