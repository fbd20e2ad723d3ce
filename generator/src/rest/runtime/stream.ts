import { tooLong, usualBytes } from "./bounded.js";
import { ApiError } from "./error.js";
import type { SentOptions } from "./call-options.js";
import type { AnswerReader } from "./reader.js";

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
  async (response, options, bytes) =>
    parseEvents(splitLines(response, options, bytes), (text) => parse(text, response.status), bytes);

/** The values of an answer with one JSON text a line (JSON Lines, NDJSON, RFC 7464), which have values of other forms. */
export const linesOf =
  (parse: Parse): AnswerReader =>
  async (response, options, bytes) =>
    parseValues(splitLines(response, options, bytes), (text) => parse(text, response.status));

/** The events of a `text/event-stream` answer. */
export const readEvents: AnswerReader = /*@__PURE__*/ eventsOf(plain);

/** The values of an answer with one JSON text a line (JSON Lines, NDJSON, RFC 7464). */
export const readLines: AnswerReader = /*@__PURE__*/ linesOf(plain);

async function* parseEvents(
  lines: AsyncIterable<string>,
  parse: (text: string) => unknown,
  bytes = usualBytes,
): AsyncGenerator<ServerEvent<unknown>> {
  let event = "";
  let data: string[] = [];
  let length = 0;
  let id = "";
  for await (const line of lines) {
    if (line === "") {
      const text = data.join("\n");
      // The end of the stream as many services write it.
      if (text === "[DONE]") return;
      if (data.length > 0) yield { event: event || "message", data: decoded(text, parse), id };
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
      length += value.length + 1;
      if (length > bytes) throw new ApiError("DECODE", tooLong(bytes).message);
    } else if (name === "id" && !value.includes("\0")) id = value;
  }
}

/** An event may hold JSON or plain text. */
function decoded(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

async function* parseValues(
  lines: AsyncIterable<string>,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown> {
  for await (const line of lines) {
    // RFC 7464 puts a record separator before each text.
    const text = line.slice(line.startsWith("\u001e") ? 1 : 0).trim();
    if (text === "") continue;
    let value: unknown;
    try {
      value = parse(text);
    } catch (cause) {
      throw new ApiError("DECODE", "a line of the answer is not JSON", {
        excerpt: text.slice(0, 500),
        cause,
      });
    }
    yield value;
  }
}

/** The lines of an answer; a bound holds for each, so that a server without line ends does not fill the memory. */
async function* splitLines(
  response: Response,
  options: SentOptions | undefined,
  bytes = usualBytes,
): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const signal = options?.signal;
  const onAbort = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", onAbort);
  let held: string[] = [];
  let length = 0;
  let isReturn = false;
  try {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const { done, value = "" } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted
          ? signal.reason
          : new ApiError("UNAVAILABLE", "the answer was cut off", { cause });
      });
      if (done) break;
      // A line end of two characters may come in two pieces.
      const [first = "", ...more] = `${isReturn ? "\r" : ""}${value}`.split(/\r\n|\n|\r(?!$)/);
      isReturn = value.endsWith("\r");
      const last = (more.at(-1) ?? first).replace(/\r$/, "");
      if (more.length > 0) {
        yield held.join("") + first;
        yield* more.slice(0, -1);
        held = [];
        length = 0;
      }
      held.push(last);
      length += last.length;
      if (length > bytes) throw new ApiError("DECODE", tooLong(bytes).message);
    }
    if (signal?.aborted) throw signal.reason;
    if (length > 0) yield held.join("");
  } finally {
    signal?.removeEventListener("abort", onAbort);
    onAbort();
  }
}
