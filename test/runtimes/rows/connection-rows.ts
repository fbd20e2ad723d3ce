import assert from "node:assert/strict";
import { fact, many, pause, plainLine, rejectionOf, until, type Row } from "./row.js";
import { answerWhole, delayTo, faulty, listenRaw, pipeUnless, response } from "./servers.js";
import { FaultServer, grpcHeaders } from "../../../runtime/src/fixture/fault-server.fixture.js";

const port = (address: string): string => address.split(":")[1] ?? "";

/** How connections are made and how they end. */
export const connectionRows: readonly Row[] = [
  {
    name: "a server that accepts and never sends fails the call, and no socket remains",
    async serve() {
      const server = await listenRaw((socket) => socket.resume());
      return {
        facts: { address: server.address },
        judge: () => until(() => server.open.size === 0, "a socket is left"),
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
    async call(facts) {
      await using line = plainLine(facts, { connectTimeoutMs: 200 });
      const error = await rejectionOf(line.tests.emptyCall({}));
      assert.equal(error.code, "UNAVAILABLE");
    },
  },
  {
    name: "a refused connection is named",
    async serve() {
      const server = await listenRaw(() => undefined);
      await server[Symbol.asyncDispose]();
      return { facts: { address: server.address }, [Symbol.asyncDispose]: async () => undefined };
    },
    async call(facts) {
      await using line = plainLine(facts);
      const error = await rejectionOf(line.tests.emptyCall({}));
      assert.match(error.message, /UNAVAILABLE: No connection established: connect ECONNREFUSED/);
    },
  },
  {
    name: "5 MiB over 50 ms of round trip take less than 1.5 s",
    async serve() {
      const server = await new FaultServer([
        (stream) => {
          stream.respond(grpcHeaders, { waitForTrailers: true });
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          stream.end(response(5 * 1024 * 1024));
        },
      ]).listen();
      const relay = await delayTo(server.address, 25);
      return {
        facts: { address: relay.address },
        async [Symbol.asyncDispose]() {
          await relay[Symbol.asyncDispose]();
          await server[Symbol.asyncDispose]();
        },
      };
    },
    async call(facts) {
      await using line = plainLine(facts);
      await line.tests.unaryCall({});
      const startMs = performance.now();
      await line.tests.unaryCall({});
      const tookMs = performance.now() - startMs;
      assert.ok(tookMs < 1_500, `${Math.round(tookMs)} ms`);
    },
  },
  {
    name: "the limit of streams is never exceeded, and a call canceled while it waits is never sent",
    async serve() {
      let running = 0;
      let most = 0;
      return await faulty(
        [
          (stream) => {
            most = Math.max(most, ++running);
            stream.on("close", () => running--);
            setTimeout(() => answerWhole(stream, undefined, {}), 300);
          },
        ],
        (server) => {
          assert.equal(server.seen.length, 40);
          assert.ok(most <= 2 * server.connections, `${most} calls on ${server.connections} connections`);
        },
        { settings: { maxConcurrentStreams: 2 } },
      );
    },
    async call(facts) {
      await using line = plainLine(facts);
      const calls = many(40, () => line.tests.emptyCall({}).catch((error: unknown) => error));
      const stop = new AbortController();
      const waiting = many(10, () => rejectionOf(line.tests.emptyCall({}, { signal: stop.signal })));
      setTimeout(() => stop.abort(new Error("not needed")), 100);
      await Promise.all(waiting);
      const failed = (await Promise.all(calls)).filter((end) => end instanceof Error);
      assert.deepEqual(failed, []);
    },
  },
  {
    name: "all addresses of a name are tried",
    serve: () => faulty([answerWhole]),
    async call(facts) {
      const address = `localhost:${port(fact(facts, "address"))}`;
      await using line = plainLine({ address });
      await line.tests.unaryCall({});
    },
  },
  {
    name: "an idle connection holds no process",
    serve: () => faulty([answerWhole]),
    async call(facts) {
      const line = plainLine(facts);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a call that waits holds the process",
    serve: () =>
      faulty([(stream) => void setTimeout(() => answerWhole(stream, undefined, {}), 1_000)], ({ seen }) =>
        assert.equal(seen.length, 1),
      ),
    async call(facts) {
      const line = plainLine(facts);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "close() ends a session whose server has stopped",
    async serve() {
      const server = await new FaultServer([() => undefined]).listen();
      let isStopped = false;
      const relay = await listenRaw((near) => pipeUnless(() => isStopped, near, server.address));
      setTimeout(() => (isStopped = true), 400);
      return {
        facts: { address: relay.address },
        async [Symbol.asyncDispose]() {
          await relay[Symbol.asyncDispose]();
          await server[Symbol.asyncDispose]();
        },
      };
    },
    async call(facts) {
      const line = plainLine(facts);
      const call = rejectionOf(line.tests.unaryCall({}));
      await pause(700);
      const startMs = performance.now();
      await line[Symbol.asyncDispose]();
      assert.equal((await call).code, "CANCELLED");
      assert.ok(performance.now() - startMs < 2_000);
    },
  },
  {
    name: "a connection that is lost is replaced",
    serve: () =>
      faulty(
        [
          (stream, session) => {
            answerWhole(stream, session, {});
            stream.on("close", () => session?.destroy());
          },
        ],
        ({ connections }) => assert.ok(connections > 1),
      ),
    async call(facts) {
      await using line = plainLine(facts);
      for (let call = 0; call < 5; call++) {
        await line.tests.unaryCall({});
        await pause(50);
      }
    },
  },
  {
    name: "a web server of HTTP/1 is named",
    async serve() {
      const server = await listenRaw((socket) =>
        socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
      );
      return {
        facts: { address: server.address },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
    async call(facts) {
      await using line = plainLine(facts);
      const error = await rejectionOf(line.tests.emptyCall({}));
      assert.match(error.message, /UNAVAILABLE: .*does not answer in HTTP\/2/);
    },
  },
];
