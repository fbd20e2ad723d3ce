import assert from "node:assert/strict";
import { systemClock, type Clock } from "@stratus/runtime";
import { FaultServer } from "../../../runtime/src/fixture/fault-server.fixture.js";
import { pause, plainLine, retrying, type Row, type Stand } from "./row.js";
import { answerWhole, faulty, listenRaw, pipeUnless } from "./servers.js";

/** A clock that is ahead of the machine's. */
class ShiftedClock implements Clock {
  byMs = 0;

  nowMs(): number {
    return systemClock.nowMs() + this.byMs;
  }

  epochMs(): number {
    return systemClock.epochMs() + this.byMs;
  }

  after(delayMs: number, callback: () => void, inBackground?: boolean): () => void {
    return systemClock.after(delayMs, callback, inBackground);
  }
}

/** A server that counts the pings of its clients. */
async function pinged(
  faults: ConstructorParameters<typeof FaultServer>[0],
  judge: (pings: number, server: FaultServer) => void,
): Promise<Stand> {
  let pings = 0;
  const counted = new WeakSet<object>();
  const counting = faults.map((fault): (typeof faults)[number] => (stream, session, headers) => {
    if (session && !counted.has(session)) session.on("ping", () => pings++);
    if (session) counted.add(session);
    fault(stream, session, headers);
  });
  return await faulty(counting, (server) => judge(pings, server));
}

/** Keepalive pings and dead connections. */
export const keepaliveRows: readonly Row[] = [
  {
    name: "at most three pings are sent without data",
    serve: () =>
      pinged([(stream) => void setTimeout(() => answerWhole(stream, undefined, {}), 1_500)], (pings) =>
        assert.equal(pings, 3),
      ),
    async call(facts) {
      await using line = plainLine(facts, { keepaliveMs: 100 });
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a connection that is lost between pings does no harm",
    serve: () => faulty([(_stream, session) => void setTimeout(() => session?.destroy(), 110), answerWhole]),
    async call(facts) {
      await using line = plainLine(facts, { keepaliveMs: 50, ...retrying });
      await line.tests.unaryCall({});
      await pause(300);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a connection that was idle for long is pinged before it is used",
    serve: () =>
      pinged([answerWhole], (pings, { connections }) => {
        assert.equal(pings, 1);
        assert.equal(connections, 1);
      }),
    async call(facts) {
      const clock = new ShiftedClock();
      await using line = plainLine(facts, { clock });
      await line.tests.unaryCall({});
      // The stream is closed a moment after its answer.
      await pause(50);
      clock.byMs = 120_000;
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a connection that has died unnoticed is replaced",
    async serve() {
      const server = await new FaultServer([answerWhole]).listen();
      let connections = 0;
      let isFirstDead = false;
      const relay = await listenRaw((near) => {
        const isFirst = ++connections === 1;
        pipeUnless(() => isFirst && isFirstDead, near, server.address);
        if (isFirst) setTimeout(() => (isFirstDead = true), 500);
      });
      return {
        facts: { address: relay.address },
        judge: () => assert.equal(server.connections, 2),
        async [Symbol.asyncDispose]() {
          await relay[Symbol.asyncDispose]();
          await server[Symbol.asyncDispose]();
        },
      };
    },
    async call(facts) {
      await using line = plainLine(facts, { ...retrying, timeoutMs: 20_000, attemptTimeoutMs: 500 });
      await line.tests.unaryCall({});
      await pause(800);
      // The attempt runs out of its time in silence; the connection is then asked, and another takes over.
      await line.tests.unaryCall({});
    },
  },
];
