import { describe, expect, it } from "vitest";
import {
  answerBytes,
  answerHeaders,
  answerTrailers,
  endOf,
  greeting,
  saying,
} from "../../fixture/answer-bytes.fixture.js";
import { ByteServer, frame, frameFlags as f, frameTypes as t } from "../../fixture/byte-server.fixture.js";
import { framed } from "../../fixture/fault-server.fixture.js";
import { callTo, many } from "../../fixture/sessions.fixture.js";
import { methods, TextType } from "../../fixture/test-api.fixture.js";

describe("an answer that is cut off", () => {
  const places = many(answerBytes.byteLength, (n) => n);

  it.each([
    ["closes its side", true],
    ["resets the connection", "reset" as const],
  ])(
    "at any byte, by a server that %s, is a failure with a reason, and the next call is answered",
    async (_, closes) => {
      const ends = await inTurns(places, async (place) =>
        endOf({ ...saying(answerBytes.subarray(0, place)), closes }),
      );
      for (const [place, end] of ends.entries()) {
        expect(end, `at byte ${place}`).not.toBe("OK");
        expect(end, `at byte ${place}`).toMatchObject({
          code: "UNAVAILABLE",
          text: expect.stringMatching(
            /before HTTP\/2 began|the server closed it without a GOAWAY|ECONNRESET|other side closed/,
          ),
        });
      }
    },
  );

  it("gives the messages of a stream that came whole, and then fails", async () => {
    const message = (text: string): Buffer => frame(t.data, 0, 1, framed(TextType.encode({ text })));
    const head = Buffer.concat([greeting, frame(t.settings, f.ack, 0), answerHeaders(1)]);
    const [first, second] = [message("one"), message("two")];
    const bytes = Buffer.concat([head, first, second, answerTrailers(1)]);
    await inTurns(
      many(bytes.byteLength - greeting.byteLength, (n) => greeting.byteLength + n),
      async (place) => {
        await using server = await new ByteServer([saying(bytes.subarray(0, place), true)]).listen();
        const texts: string[] = [];
        const read = async (): Promise<void> => {
          const messages = callTo(server.address, { retry: false }).serverStream(methods.watch, {});
          for await (const { text } of messages) texts.push(text);
        };
        await expect(read(), `at byte ${place}`).rejects.toMatchObject({ code: "UNAVAILABLE" });
        const came = [first, second].filter((_, n) => place >= head.byteLength + (n + 1) * first.byteLength);
        expect(texts, `at byte ${place}`).toEqual(["one", "two"].slice(0, came.length));
      },
    );
  });
});

/** Runs a few at a time. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await run(items[at] as Item);
    }
  };
  await Promise.all(many(16, worker));
  return results;
}
