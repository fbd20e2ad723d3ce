/** How a client must handle the frames of a server: RFC 9113 as a list of rules, independent of time and of how bytes are cut. */
import { frameFlags as flags, frameTypes as types } from "../../runtime/src/fixture/byte-server.fixture.js";

/** A frame as a test makes it. */
export interface ModelFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly content: Buffer;
  /** The block of headers that ends with this frame, if its parts have come in their order. */
  readonly block?: BlockKind;
}

/** Blocks of headers: of an answer, of one with five bytes of content, of an interim one, of trailers, and one that cannot be read. */
export type BlockKind = "answer" | "sized" | "interim" | "trailers" | "unreadable";

/** A stream, as the client sees it. */
interface ModelStream {
  state: "open" | "answered" | "reset" | "over";
  hasAnswer: boolean;
  /** The flow-control window of the server, and the bytes read since the last WINDOW_UPDATE. */
  window: number;
  uncreditedBytes: number;
  /** Bytes of content that the answer has announced and that are still to come. */
  remaining: number;
  /** Bytes that the client may send. */
  sendWindow: number;
  readonly isRequestOver: boolean;
  readonly seen: string[];
}

const largest = 2 ** 31 - 1;

/** A connection error with its code (RFC 9113, section 5.4.1). */
class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`code ${code}`);
    this.code = code;
  }
}

/** A client with three requests: 1 is whole, 3 is still being sent, 5 was canceled. */
export class ServerModel {
  /** The code of the GOAWAY by which the connection ended; undefined if it lives. */
  end: number | undefined;
  /** The resets that the client sent. */
  readonly resets = ["5 8"];
  readonly #windowBytes: number;
  readonly #streams: ReadonlyMap<number, ModelStream>;
  #hasSettings = false;
  #isAcknowledged = false;
  #blockOf: ModelFrame | undefined;
  #initialWindow = 65_535;
  #sendWindow = 65_535;
  #lateBytes: number;
  #lastGoaway = largest;

  constructor(windowBytes: number) {
    this.#windowBytes = this.#lateBytes = windowBytes;
    const stream = (state: ModelStream["state"], isRequestOver: boolean): ModelStream => ({
      state,
      hasAnswer: false,
      window: windowBytes,
      uncreditedBytes: 0,
      remaining: NaN,
      sendWindow: 65_535,
      isRequestOver,
      seen: [],
    });
    this.#streams = new Map([
      [1, stream("open", true)],
      [3, stream("open", false)],
      [5, stream("reset", true)],
    ]);
  }

  /** What each stream has seen, and whether it is over. */
  get streams(): string[] {
    return [...this.#streams].map(
      ([id, { state, seen }]) =>
        `${id} ${state === "reset" || state === "over" ? "over" : "open"} ${seen.join()}`,
    );
  }

  take(frame: ModelFrame): void {
    if (this.end !== undefined) return;
    try {
      this.#take(frame);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.end = error.code;
    }
  }

  #take(frame: ModelFrame): void {
    const { type, flags: bits, stream, content } = frame;
    const isData = type === types.data;
    const padding = bits & flags.padded && (isData || type === types.headers) ? (content[0] ?? 0) + 1 : 0;
    // 3.4 and 4.3: what may come now.
    need(this.#hasSettings || (type === types.settings && !(bits & flags.ack)), 1);
    need(!this.#blockOf || type === types.continuation, 1);
    // 4.2 and 6.1: what is wrong with the frame itself.
    need(content.byteLength <= 16_384, 6);
    need(!isData || !padding || content.byteLength > 0, 6);
    need(!isData || padding <= content.byteLength, 1);
    if (isData) return this.#data(frame, padding);
    const longest: Record<number, number> = {
      [types.reset]: 4,
      [types.ping]: 8,
      [types.windowUpdate]: 4,
    };
    const isOfStream = [types.headers, types.continuation, types.reset, types.priority].includes(type as 1);
    const isOfConnection = [types.settings, types.ping, types.goaway].includes(type as 4);
    const length = longest[type];
    const hasLength = length === undefined || content.byteLength === length;
    need(!(isOfStream && stream === 0) && !(isOfConnection && stream !== 0), 1);
    need(hasLength, 6);
    need(type !== types.pushPromise, 1);
    if (type === types.headers || type === types.continuation) this.#headers(frame, padding);
    else if (type === types.reset) this.#reset(frame);
    else if (type === types.settings) this.#settings(frame);
    else if (type === types.goaway) this.#goaway(frame);
    else if (type === types.windowUpdate) this.#widen(frame);
    else if (type === types.priority) this.#priority(frame);
  }

  #data({ stream: id, content, flags: bits }: ModelFrame, padding: number): void {
    need(id !== 0, 1);
    const stream = this.#receiving(id);
    const { byteLength } = content;
    if (!stream) {
      this.#lateBytes -= byteLength;
      return need(this.#lateBytes >= 0, 3);
    }
    if (stream.state === "answered") return this.#break(id, stream, 5);
    if (!stream.hasAnswer) return this.#break(id, stream, 1);
    stream.window -= byteLength;
    if (stream.window < 0) return this.#break(id, stream, 3);
    stream.remaining -= byteLength - padding;
    if (stream.remaining < 0) return this.#break(id, stream, 1);
    if (byteLength > padding) {
      stream.seen.push(`data ${byteLength - padding}`);
      this.#read(stream, byteLength - padding);
    }
    if (padding > 0) this.#read(stream, padding);
    if (!(bits & flags.endStream)) return;
    if (stream.remaining > 0) this.#break(id, stream, 1);
    else this.#answered(stream);
  }

  #read(stream: ModelStream, bytes: number): void {
    stream.uncreditedBytes += bytes;
    if (stream.uncreditedBytes * 2 < this.#windowBytes) return;
    stream.window += stream.uncreditedBytes;
    stream.uncreditedBytes = 0;
  }

  #headers(frame: ModelFrame, padding: number): void {
    const { type, flags: bits, stream: id, content, block } = frame;
    if (type === types.headers) {
      const priority = bits & flags.priority ? 5 : 0;
      need(priority + (padding ? 1 : 0) <= content.byteLength, 6);
      need(padding + priority <= content.byteLength, 1);
      this.#blockOf = frame;
    }
    const first = this.#blockOf;
    if (first?.stream !== id) throw new ProtocolError(1);
    if (!(bits & flags.endHeaders)) return;
    this.#blockOf = undefined;
    need(block !== undefined && block !== "unreadable", 9);
    const stream = this.#receiving(id);
    if (!stream) return;
    if (stream.state === "answered") return this.#break(id, stream, 5);
    const isLast = (first.flags & flags.endStream) !== 0;
    const isTrailer = stream.hasAnswer;
    const fits = isTrailer
      ? block === "trailers" && isLast
      : block === "answer" || block === "sized" || (block === "interim" && !isLast);
    if (block === "sized" && !isTrailer) stream.remaining = 5;
    if (!fits || (isLast && stream.remaining > 0)) return this.#break(id, stream, 1);
    stream.seen.push(isTrailer ? "trailers" : block === "sized" ? "answer" : String(block));
    stream.hasAnswer ||= block !== "interim";
    if (isLast) this.#answered(stream);
  }

  #reset({ stream: id }: ModelFrame): void {
    this.#begun(id);
    const stream = this.#streams.get(id);
    if (stream && stream.state !== "reset") stream.state = "over";
  }

  #settings({ flags: bits, content }: ModelFrame): void {
    if (bits & flags.ack) {
      need(content.byteLength === 0, 6);
      need(!this.#isAcknowledged, 1);
      this.#isAcknowledged = true;
      return;
    }
    this.#hasSettings = true;
    need(content.byteLength % 6 === 0, 6);
    for (let at = 0; at < content.byteLength; at += 6) {
      const [id, value] = [content.readUInt16BE(at), content.readUInt32BE(at + 2)];
      need(id !== 2 || value === 0, 1);
      need(id !== 4 || value <= largest, 3);
      need(id !== 5 || (value >= 16_384 && value < 2 ** 24), 1);
      if (id === 4) this.#moveWindows(value);
    }
  }

  #moveWindows(initialWindow: number): void {
    for (const stream of this.#live) {
      stream.sendWindow += initialWindow - this.#initialWindow;
      need(stream.sendWindow <= largest, 3);
    }
    this.#initialWindow = initialWindow;
  }

  #goaway({ content }: ModelFrame): void {
    need(content.byteLength >= 8, 6);
    const last = content.readUInt32BE() & largest;
    need(last <= this.#lastGoaway, 1);
    this.#lastGoaway = last;
    for (const [id, stream] of this.#streams) {
      if (id > last && stream.state !== "reset") stream.state = "over";
    }
    // Its own code says that it was the server who ended it.
    need(content.readUInt32BE(4) === 0, 0);
  }

  #widen({ stream: id, content }: ModelFrame): void {
    const more = content.readUInt32BE() & largest;
    if (id === 0) {
      need(more > 0, 1);
      this.#sendWindow += more;
      return need(this.#sendWindow <= largest, 3);
    }
    this.#begun(id);
    const stream = this.#streams.get(id);
    if (!stream || !this.#live.includes(stream)) return;
    if (more === 0) return this.#break(id, stream, 1);
    if (stream.sendWindow + more > largest) return this.#break(id, stream, 3);
    stream.sendWindow += more;
  }

  #priority({ stream: id, content }: ModelFrame): void {
    if (content.byteLength === 5) return;
    const stream = this.#streams.get(id);
    if (!stream || !this.#live.includes(stream)) throw new ProtocolError(6);
    this.#break(id, stream, 6);
  }

  get #live(): ModelStream[] {
    return [...this.#streams.values()].filter(({ state }) => state === "open" || state === "answered");
  }

  #begun(id: number): void {
    need(id % 2 === 1 && id <= 5, 1);
  }

  /** 5.1: a stream on which an answer may come or has ended; undefined if the client has reset it. */
  #receiving(id: number): ModelStream | undefined {
    this.#begun(id);
    const stream = this.#streams.get(id);
    if (stream && this.#live.includes(stream)) return stream;
    need(stream?.state === "reset", 5);
    return undefined;
  }

  #answered(stream: ModelStream): void {
    stream.seen.push("end");
    stream.state = stream.isRequestOver ? "over" : "answered";
  }

  #break(id: number, stream: ModelStream, code: number): void {
    this.resets.push(`${id} ${code}`);
    this.#lateBytes += stream.window;
    stream.state = "reset";
  }
}

function need(holds: boolean, code: number): void {
  if (!holds) throw new ProtocolError(code);
}
