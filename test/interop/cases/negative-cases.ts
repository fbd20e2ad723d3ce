import assert from "node:assert/strict";
import { errorOf } from "./status-cases.js";
import { lineTo, type Line, type Target } from "./target.js";

/** What a server saw of one connection. */
export interface ConnectionFacts {
  readonly calls: number;
  /** The pings that were answered, by what they carried. */
  readonly acks: readonly string[];
  /** Most calls at a time. */
  readonly most: number;
}

/** A server that uses HTTP/2 in rare ways, by the name of the case. */
export interface NegativeServer {
  target(name: string): Target;
  /** What it saw of connections that have ended, since it was asked last: of those that so many calls were made on. */
  seen(name: string, calls: number): Promise<readonly ConnectionFacts[]>;
}

/** A case of gRPC's tests of HTTP/2, or one like them. */
export interface NegativeCase {
  readonly name: string;
  run(line: Line): Promise<void>;
  /** Calls that the server has seen at the end. */
  readonly calls: number;
  check?(facts: readonly ConnectionFacts[]): void;
}

const bytes = 314_159;

async function callLarge({ tests }: Line): Promise<void> {
  const { payload } = await tests.unaryCall({
    responseSize: bytes,
    payload: { body: new Uint8Array(271_828) },
  });
  assert.equal(payload?.body.byteLength, bytes);
}

/** A reset without a code says nothing about its reason (RFC 9113, section 7, and gRPC's table of codes). */
async function callReset({ tests }: Line): Promise<void> {
  const call = tests.unaryCall({ responseSize: 10_000 });
  assert.equal((await errorOf(call)).code, "INTERNAL");
}

export const negativeCases: readonly NegativeCase[] = [
  {
    name: "goaway",
    calls: 2,
    async run(line) {
      await callLarge(line);
      await callLarge(line);
    },
    check: (facts) =>
      assert.deepEqual(
        facts.map(({ calls }) => calls),
        [1, 1],
      ),
  },
  { name: "rst_after_header", calls: 1, run: callReset },
  { name: "rst_during_data", calls: 1, run: callReset },
  { name: "rst_after_data", calls: 1, run: callReset },
  {
    name: "ping",
    calls: 2,
    // By the time of the second answer, all pings of the first have been answered.
    async run(line) {
      await callLarge(line);
      await callLarge(line);
    },
    check(facts) {
      const answered = new Set(facts.flatMap(({ acks }) => acks.map((text) => text.trim())));
      assert.deepEqual([...answered].toSorted(), ["before", "data", "headers", "trailers"]);
    },
  },
  {
    name: "max_streams",
    calls: 11,
    async run(line) {
      await callLarge(line);
      await Promise.all(Array.from({ length: 10 }, () => callLarge(line)));
    },
    check: (facts) =>
      assert.ok(
        facts.every(({ most }) => most <= 1),
        JSON.stringify(facts),
      ),
  },
  { name: "data_frame_padding", calls: 1, run: callLarge },
];

/** Runs a case. It rejects where something is wrong. */
export async function runNegative(one: NegativeCase, server: NegativeServer): Promise<void> {
  {
    await using line = lineTo(server.target(one.name));
    await one.run(line);
  }
  one.check?.(await server.seen(one.name, one.calls));
}
