import { constants } from "node:http2";
import { inAscii, shorten } from "../../../base/text/value-text.js";
import { errorName } from "./error-codes.js";

/** Names of the types of frames (RFC 9113, section 6). */
const typeNames: readonly string[] = [
  "DATA",
  "HEADERS",
  "PRIORITY",
  "RST_STREAM",
  "SETTINGS",
  "PUSH_PROMISE",
  "PING",
  "GOAWAY",
  "WINDOW_UPDATE",
  "CONTINUATION",
];

const goaway = 7;
const headBytes = 9;

/** The first bytes that a client sends (RFC 9113, section 3.4). */
const prefaceBytes = 24;

/** Heads of frames that are kept. */
const most = 10;

/** Bytes that are read of the contents of a GOAWAY. */
const goawayBytes = 128;

/**
 * The heads of the last frames of a connection, both ways, as text; and the goodbye by which this side has ended it,
 * which is the only place where Node's HTTP/2 says what was wrong with a frame.
 */
export class FrameLog {
  readonly #heads: string[] = [];
  readonly #in: FrameCutter;
  readonly #out: FrameCutter;
  #lastReceived: string | undefined;
  #onVerdict: ((verdict: string) => void) | undefined;

  constructor() {
    this.#in = new FrameCutter(0, (head) => (this.#lastReceived = this.#note("received", head)));
    this.#out = new FrameCutter(
      prefaceBytes,
      (head) => this.#note("sent", head),
      (code, said) => this.#judge(code, said),
    );
  }

  /** Calls back once, when this side has ended the connection, with what it found wrong. */
  onVerdict(listener: (verdict: string) => void): void {
    this.#onVerdict = listener;
  }

  /** The last frames, the newest last; undefined if there were none. */
  get text(): string | undefined {
    return this.#heads.length === 0 ? undefined : `the last frames: ${this.#heads.join("; ")}`;
  }

  /** The head of the frame that came last. */
  get lastReceived(): string | undefined {
    return this.#lastReceived;
  }

  /** Takes bytes of the server, and gives them in pieces that end with frames, each noted before it is given. */
  received(bytes: Uint8Array): Iterable<Uint8Array> {
    return this.#in.cut(bytes);
  }

  /** Takes bytes of this side. */
  sent(bytes: Uint8Array): void {
    for (const _ of this.#out.cut(bytes));
  }

  #note(way: string, head: Uint8Array): string {
    const text = headText(head);
    this.#heads.push(`${way} ${text}`);
    if (this.#heads.length > most) this.#heads.shift();
    return text;
  }

  #judge(code: number, said: string): void {
    // Node's own end of a session says no more than that; what it found wrong it tells by an event.
    if (code === 0 || (code === constants.NGHTTP2_INTERNAL_ERROR && said === "")) return;
    this.#onVerdict?.(said === "" ? errorName(code) : `${errorName(code)}, ${inAscii(shorten(said, 100))}`);
    this.#onVerdict = undefined;
  }
}

function headText(head: Uint8Array): string {
  const view = new DataView(head.buffer, head.byteOffset);
  const length = view.getUint32(0) >>> 8;
  const name = typeNames[head[3] ?? 0] ?? `of the unknown type ${head[3]}`;
  const flags = head[4] ? `, flags 0x${head[4].toString(16).padStart(2, "0")}` : "";
  return `${name} of ${length} bytes on stream ${view.getUint32(5) & 0x7fffffff}${flags}`;
}

/** Finds the heads of frames in bytes that come in any pieces, and skips all else. */
class FrameCutter {
  readonly #head = new Uint8Array(headBytes);
  readonly #onHead: (head: Uint8Array) => void;
  readonly #onGoaway: ((code: number, said: string) => void) | undefined;
  #headLength = 0;
  /** Bytes to skip before the next head. */
  #skip: number;
  #goaway: number[] | undefined;

  constructor(
    skip: number,
    onHead: (head: Uint8Array) => void,
    onGoaway?: (code: number, said: string) => void,
  ) {
    this.#skip = skip;
    this.#onHead = onHead;
    this.#onGoaway = onGoaway;
  }

  /** Pieces that end with a frame, or with the bytes. */
  *cut(bytes: Uint8Array): Iterable<Uint8Array> {
    let from = 0;
    for (let place = 0; place < bytes.byteLength;) {
      place = this.#step(bytes, place);
      const isEnd = this.#skip === 0 && this.#headLength === 0;
      if (!isEnd && place < bytes.byteLength) continue;
      yield bytes.subarray(from, place);
      from = place;
    }
  }

  #step(bytes: Uint8Array, place: number): number {
    if (this.#skip > 0) return this.#pass(bytes, place);
    this.#head[this.#headLength++] = bytes[place] ?? 0;
    if (this.#headLength === headBytes) this.#begin();
    return place + 1;
  }

  #begin(): void {
    this.#headLength = 0;
    this.#skip = new DataView(this.#head.buffer).getUint32(0) >>> 8;
    this.#onHead(this.#head);
    this.#goaway = this.#onGoaway && this.#head[3] === goaway ? [] : undefined;
  }

  #pass(bytes: Uint8Array, place: number): number {
    const part = bytes.subarray(place, place + this.#skip);
    this.#skip -= part.byteLength;
    if (this.#goaway) {
      this.#goaway.push(...part.subarray(0, goawayBytes - this.#goaway.length));
      if (this.#skip === 0) this.#end(Uint8Array.from(this.#goaway));
    }
    return place + part.byteLength;
  }

  #end(content: Uint8Array): void {
    this.#goaway = undefined;
    if (content.byteLength < 8) return;
    const said = new TextDecoder().decode(content.subarray(8));
    this.#onGoaway?.(new DataView(content.buffer).getUint32(4), said);
  }
}
