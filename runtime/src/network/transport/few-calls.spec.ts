import { expect, it } from "vitest";
import { answer, FaultServer, type Fault } from "../../fixture/fault-server.fixture.js";
import { callTo, many, until } from "../../fixture/sessions.fixture.js";
import { methods, ThingType, type Thing } from "../../fixture/test-api.fixture.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const serve = answer(ThingType.encode(thing));

/** Answers so many calls of each connection, sends GOAWAY with the last of them, and ignores the rest. */
function atMost(calls: number): Fault {
  const seen = new WeakMap<object, number>();
  return (stream, session) => {
    if (!session) return;
    const count = (seen.get(session) ?? 0) + 1;
    seen.set(session, count);
    if (count === calls) session.goaway(0, 2 * calls - 1);
    if (count <= calls) serve(stream);
  };
}

it("a server that takes 20 calls a connection answers 1,000 that come at once, without a retry", async () => {
  const settings = { maxConcurrentStreams: 128 };
  await using server = await new FaultServer([atMost(20)], { settings }).listen();
  const things = callTo(server.address, { retry: false });
  expect(await Promise.all(many(1_000, () => things.unary(methods.get, {})))).toHaveLength(1_000);
  expect(server.connections).toBeGreaterThanOrEqual(50);
  expect(server.connections).toBeLessThan(75);
});

it("a server that goes away in a crowd, once, is soon given as many calls on a connection as before", async () => {
  let goaways = 0;
  await using server = await new FaultServer([
    (stream, session) => {
      if (goaways === 0) session?.goaway(0, 1);
      else if (session === server.sessions[0]) return;
      goaways += 1;
      serve(stream);
    },
  ]).listen();
  const things = callTo(server.address, { retry: false });
  await Promise.all(many(500, () => things.unary(methods.get, {})));
  // 1, 2, 4, 8, ... calls a connection.
  expect(server.connections).toBeLessThan(15);
});

it("a limit of streams that is lowered while calls run holds for the next ones", async () => {
  const held: (() => void)[] = [];
  const counts: number[] = [];
  let running = 0;
  const hold: Fault = (stream, session) => {
    held.push(() => serve(stream));
    if (session !== server.sessions[0]) return;
    counts.push(++running);
    stream.on("close", () => running--);
  };
  await using server = await new FaultServer([hold], { settings: { maxConcurrentStreams: 5 } }).listen();
  const things = callTo(server.address);
  const calls = many(5, () => things.unary(methods.get, {}));
  await until(() => held.length === 5);
  await new Promise<void>((resolve) => {
    server.sessions[0]?.once("localSettings", () => resolve());
    server.sessions[0]?.settings({ maxConcurrentStreams: 2 });
  });
  calls.push(...many(20, () => things.unary(methods.get, {})));
  const answering = setInterval(() => held.shift()?.(), 2);
  await Promise.all(calls);
  clearInterval(answering);
  expect(counts.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(counts.slice(5).filter((count) => count > 2)).toEqual([]);
});
