import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { Metadata } from "../rpc/metadata.js";
import type { ServerStream } from "./server-stream.js";

/** A stream of three responses, and whether its call has ended. */
function openStream() {
  const state = { hasEnded: false };
  async function* responses(): AsyncGenerator<unknown> {
    try {
      yield { text: "a" };
      yield { text: "b" };
      yield { text: "c" };
    } finally {
      state.hasEnded = true;
    }
  }
  const reply = () => ({
    message: undefined,
    messages: responses(),
    header: Metadata.empty,
    trailer: Metadata.empty,
  });
  const session = openSession({ transport: answering(reply), credentials: staticToken("t"), retry: false });
  return { state, stream: connectThings(session).serverStream(methods.watch, {}) };
}

const ways: readonly (readonly [
  string,
  (stream: ServerStream<unknown>) => Promise<AsyncIterable<unknown>>,
])[] = [
  ["a stream", async (stream) => stream],
  ["the messages of withResponse()", async (stream) => (await stream.withResponse()).messages],
];

describe.each(ways)("the iterator of %s", (_, open) => {
  const mine = new Error("mine");

  it("throws the error that the caller throws into it, and ends the call", async () => {
    const { stream, state } = openStream();
    const iterator = (await open(stream))[Symbol.asyncIterator]();
    await iterator.next();
    await expect(iterator.throw?.(mine)).rejects.toBe(mine);
    expect(state.hasEnded).toBe(true);
    expect(await iterator.next()).toMatchObject({ done: true });
  });

  it("throws it through a generator that delegates to the stream", async () => {
    const { stream, state } = openStream();
    const messages = await open(stream);
    const outer = (async function* () {
      yield* messages;
    })();
    await outer.next();
    await expect(outer.throw(mine)).rejects.toBe(mine);
    expect(state.hasEnded).toBe(true);
  });

  it("is destroyed by a Node stream with the error of its caller", async () => {
    const { stream } = openStream();
    const readable = Readable.from(await open(stream));
    const failed = new Promise((resolve) => readable.on("error", resolve));
    readable.once("data", () => readable.destroy(mine));
    expect(await failed).toBe(mine);
  });

  it("ends the call when its loop is left", async () => {
    const { stream, state } = openStream();
    for await (const _one of await open(stream)) break;
    expect(state.hasEnded).toBe(true);
  });
});
