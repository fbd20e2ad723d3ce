import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { beginOwnHttp2 } from "../../runtime/src/network/http2/own-session.js";
import { bytesOf, chances, someFrames } from "./frames.fixture.js";
import { type ModelFrame, ServerModel } from "./server-model.fixture.js";

/** `HTTP2_SEQUENCES=10000` for a short run; `HTTP2_SEED` for another one, which is shown if it fails. */
const sequences = Number(process.env["HTTP2_SEQUENCES"] ?? 1_000_000);
/** Parts of the run, each of them a test. */
const parts = 20;
const firstSeed = Number(process.env["HTTP2_SEED"] ?? 1);
const windowBytes = 20_000;

/** A wire that gives what a server sends, and keeps what it gets. */
class Wire extends EventEmitter {
  readonly written: Buffer[] = [];
  readonly writableNeedDrain = false;
  write(bytes: Buffer): boolean {
    return this.written.push(bytes) > 0;
  }
  end(): void {}
  cork(): void {}
  uncork(): void {}
  destroy(): void {}
}

/** The end of a connection, the resets that were sent, and what each stream saw. */
interface Outcome {
  readonly end: number | undefined;
  readonly resets: readonly string[];
  readonly streams: readonly string[];
}

function run(bytes: Buffer, pieceBytes: number): Outcome {
  const wire = new Wire();
  const session = beginOwnHttp2({
    socket: wire as unknown as Socket,
    windowBytes,
  });
  session.on("error", () => undefined);
  const streams = [1, 3, 5].map((id) => {
    const stream = session.request({ ":method": "POST" });
    const seen: string[] = [];
    let length = 0;
    const flush = (): void => {
      if (length > 0) seen.push(`data ${length}`);
      length = 0;
    };
    const note = (what: string) => () => {
      flush();
      seen.push(what);
    };
    stream.on("headers", note("interim"));
    stream.on("response", note("answer"));
    stream.on("data", (part) => (length += part.byteLength));
    stream.on("trailers", note("trailers"));
    stream.on("end", note("end"));
    stream.on("error", () => undefined);
    return { id, stream, seen, flush };
  });
  streams[0]?.stream.end();
  streams[2]?.stream.close(8);
  for (let at = 0; at < bytes.byteLength; at += pieceBytes)
    wire.emit("data", bytes.subarray(at, at + pieceBytes));
  const isOver = session.destroyed;
  const ends = streams.map(({ stream }) => stream.destroyed);
  session.destroy();
  const sent = framesIn(Buffer.concat(wire.written).subarray(24));
  const goodbye = sent.find(({ type }) => type === 7);
  for (const { flush } of streams) flush();
  return {
    end: isOver ? goodbye?.content.readUInt32BE(4) : undefined,
    resets: sent
      .filter(({ type }) => type === 3)
      .map(({ stream, content }) => `${stream} ${content.readUInt32BE()}`),
    streams: streams.map(({ id, seen }, at) => `${id} ${ends[at] === true ? "over" : "open"} ${seen.join()}`),
  };
}

function framesIn(bytes: Buffer): ModelFrame[] {
  const frames: ModelFrame[] = [];
  for (let at = 0; at < bytes.byteLength; at += 9 + bytes.readUIntBE(at, 3)) {
    frames.push({
      type: bytes[at + 3] ?? 0,
      flags: bytes[at + 4] ?? 0,
      stream: bytes.readUInt32BE(at + 5),
      content: bytes.subarray(at + 9, at + 9 + bytes.readUIntBE(at, 3)),
    });
  }
  return frames;
}

/** Parts of one piece of data are as good as the whole; a connection that ends ends its streams. */
function judged({ end, resets, streams }: Outcome): string {
  const seen = streams.map((one) => one.replaceAll(/data (\d+)(?:,data \d+)+/g, sum));
  const states = end === undefined ? seen : seen.map((one) => one.replace(/^(\d) (?:open|over)/, "$1"));
  return JSON.stringify({ end, resets, states });
}

function sum(text: string): string {
  return `data ${(text.match(/\d+/g) ?? []).reduce((all, one) => all + Number(one), 0)}`;
}

it.each(Array.from({ length: parts }, (_, part) => part))(
  `${sequences / parts} sequences of frames end as the rules of HTTP/2 say, part %i`,
  async (part) => {
    const ends = new Map<string, number>();
    for (let at = part; at < sequences; at += parts) {
      const seed = firstSeed + at;
      const chance = chances(seed);
      const frames = someFrames(chance);
      const model = new ServerModel(windowBytes);
      for (const one of frames) model.take(one);
      const outcome = run(bytesOf(frames), pieceBytes(frames, chance(4)));
      const [got, want] = [judged(outcome), judged(model)];
      if (got !== want) expect({ seed, frames: frames.map(told), got }).toEqual({ seed, want });
      const end = outcome.end === undefined ? "lives" : `code ${outcome.end}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (at % 500 === part) await turn();
    }
    console.log([...ends].map(([end, count]) => `${end}: ${count}`).join(", "));
  },
);

/** Large data comes whole: when it is told of as read depends on its pieces, and with it what may come next. */
function pieceBytes(frames: readonly ModelFrame[], choice: number): number {
  const isLarge = frames.some(({ content }) => content.byteLength > 1_000);
  return isLarge ? Infinity : ([1, 7, 30, Infinity][choice] ?? Infinity);
}

const told = ({ type, flags, stream, content, block }: ModelFrame): string =>
  `${type} flags ${flags} stream ${stream} ${content.byteLength} bytes ${block ?? ""}`;
