import { afterAll, expect, it } from "vitest";
import type { CallError } from "../../runtime/src/calls/error/call-error.js";
import {
  answerBytes,
  answeredThing,
  answerParts,
  proper,
  saying,
} from "../../runtime/src/fixture/answer-bytes.fixture.js";
import { ByteServer } from "../../runtime/src/fixture/byte-server.fixture.js";
import { callTo, many } from "../../runtime/src/fixture/sessions.fixture.js";
import { seeded } from "../../runtime/src/fixture/simulated-network.fixture.js";
import { methods } from "../../runtime/src/fixture/test-api.fixture.js";
import { printFigure } from "../figures.js";

/** Calls whose responses have one flipped bit or random damage: one call each, on its own connection. */

/** How a call ended. */
interface Outcome {
  readonly code: string;
  readonly end: string;
  /** Whether the server answered a ping after its broken answer. */
  readonly isUnderstood: boolean;
}

/** Milliseconds for the attempt: less than by default, and more than the client needs to find a protocol error. */
const attemptTimeoutMs = 15_000;

async function outcomeOf(bytes: Buffer): Promise<Outcome> {
  await using server = await new ByteServer([saying(bytes), proper]).listen();
  let isUnderstood = false;
  const things = callTo(server.address, {
    attemptTimeoutMs,
    connectTimeoutMs: attemptTimeoutMs,
    debug: true,
    logger: {
      warn: () => undefined,
      debug: (_, line) =>
        (isUnderstood ||= line.includes("acknowledged after") && line.includes("connection 1 ")),
    },
  });
  const read = async (): Promise<Pick<Outcome, "code" | "end">> => {
    const got = await things.unary(methods.get, {}, { retry: false });
    if (JSON.stringify(got) === JSON.stringify(answeredThing))
      return { code: "OK", end: "the damage has no effect" };
    return { code: "OK", end: "another message, since HTTP/2 has no checksum" };
  };
  const end = await read().catch((error: CallError) => ({ code: error.code, end: wordsOf(error) }));
  await expect(things.unary(methods.get, {}), `after ${bytes.toString("hex")}`).resolves.toEqual(
    answeredThing,
  );
  return { ...end, isUnderstood };
}

/** The kind of an end. */
function wordsOf({ text }: CallError): string {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/broke the protocol of HTTP\/2 \(/, "connection lost, with the code and what was wrong"],
    [
      /broke the protocol of HTTP\/2.*can be read/,
      "connection lost: a frame that does not end, or bytes that are not a frame",
    ],
    [/^No connection established/, "no connection, with what the server said instead of SETTINGS"],
    [/the connection to .* was lost/, "connection lost otherwise"],
    [/^the call was reset/, "the call was reset, with the code"],
    [/^Received HTTP status/, "another HTTP status or content-type"],
    [/^the answer ended without a status/, "the answer ended without a status"],
    [
      /^the answer ended inside|^the response is not|compressed response|larger than max|no response/,
      "the message is broken",
    ],
    [/^no answer within/, "waited until its timeout"],
  ];
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1];
  return kind ?? "another status";
}

/** The outcomes of each set of answers, by the head of its column. */
const columns = new Map<string, readonly Outcome[]>();
afterAll(() => printFigure("ends", tableOf(columns)));

/** A row for each kind of end, the most frequent first, and a column for each set of answers. */
function tableOf(sets: ReadonlyMap<string, readonly Outcome[]>): string {
  const count = (end: string, outcomes: readonly Outcome[]): number =>
    outcomes.filter((one) => one.end === end).length;
  const all = [...sets.values()].flat();
  const ends = [...new Set(all.map(({ end }) => end))].toSorted((a, b) => count(b, all) - count(a, all));
  const rows = ends.map((end) => {
    const codes = new Set(all.filter((one) => one.end === end).map(({ code }) => `\`${code}\``));
    return [
      end,
      [...codes].toSorted().join(", "),
      ...[...sets.values()].map((outcomes) => count(end, outcomes)),
    ];
  });
  return [["end of the call", "code", ...sets.keys()], ["---", "---", ...[...sets].map(() => "---")], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Runs all answers, many at a time. */
async function run(answers: readonly Buffer[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < answers.length) {
      const at = next++;
      outcomes[at] = await outcomeOf(answers[at] as Buffer);
    }
  };
  await Promise.all(many(60, worker));
  return outcomes;
}

/** No call may wait on a connection that is not understood any more. */
function expectNoSilence(outcomes: readonly Outcome[]): void {
  const waited = outcomes.filter(({ end }) => end === "waited until its timeout");
  expect(waited.filter(({ isUnderstood }) => !isUnderstood)).toEqual([]);
}

function placeOf(bit: number): string {
  let byte = bit >> 3;
  for (const [name, bytes] of answerParts) {
    if (byte < bytes.byteLength) {
      const field =
        byte < 3 ? "length" : byte < 4 ? "type" : byte < 5 ? "flags" : byte < 9 ? "stream" : "contents";
      return `${field} of ${name}`;
    }
    byte -= bytes.byteLength;
  }
  return "nothing";
}

it("each bit of an answer, flipped", async () => {
  const bits = many(8 * answerBytes.byteLength, (n) => n);
  const flipped = bits.map((bit) => {
    const bytes = Buffer.from(answerBytes);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return bytes;
  });
  const outcomes = await run(flipped);
  columns.set(`${bits.length} flips`, outcomes);
  const waited = bits.filter((bit) => outcomes[bit]?.end === "waited until its timeout");
  console.log(`waited: ${waited.map((bit) => `bit ${bit & 7} of ${placeOf(bit)}`).join("; ")}`);
  expectNoSilence(outcomes);
  // Legal, since frames of unknown types are skipped; then nothing has ended the answer.
  expect(new Set(waited.map(placeOf))).toEqual(new Set(["type of trailers"]));
}, 600_000);

it("answers broken by chance", async () => {
  const random = seeded(42);
  const below = (end: number): number => Math.floor(random() * end);
  const broken = many(600, () => {
    let bytes = Buffer.from(answerBytes);
    for (let change = below(4); change >= 0; change--) {
      const place = below(bytes.byteLength);
      const other = below(bytes.byteLength);
      const part = bytes.subarray(Math.min(place, other), Math.max(place, other));
      const changes = [
        () => Buffer.concat([bytes.subarray(0, place), Buffer.of(below(256)), bytes.subarray(place + 1)]),
        () => Buffer.concat([bytes.subarray(0, place), Buffer.of(below(256)), bytes.subarray(place)]),
        () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]),
        () => Buffer.concat([bytes.subarray(0, place), part, bytes.subarray(place)]),
      ];
      bytes = changes[below(changes.length)]?.() ?? bytes;
    }
    return bytes;
  });
  const outcomes = await run(broken);
  columns.set(`${broken.length} random changes`, outcomes);
  expectNoSilence(outcomes);
}, 600_000);
