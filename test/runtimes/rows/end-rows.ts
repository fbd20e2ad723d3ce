import assert from "node:assert/strict";
import { constants } from "node:http2";
import { grpcHeaders } from "../../../runtime/src/fixture/fault-server.fixture.js";
import { many, pause, plainLine, rejectionOf, retrying, type Row } from "./row.js";
import { answerWhole, endless, faulty, response } from "./servers.js";

const cancelReset = constants.NGHTTP2_CANCEL;

/** The ends of calls, and GOAWAY. */
export const endRows: readonly Row[] = [
  {
    name: "calls in progress end well after GOAWAY, and pings do no harm",
    serve: () =>
      faulty(
        [
          (stream, session) => {
            session?.goaway(0, stream.id);
            setTimeout(() => answerWhole(stream, session, {}), 500);
          },
          answerWhole,
        ],
        ({ connections }) => assert.equal(connections, 2),
      ),
    async call(facts) {
      await using line = plainLine(facts, { keepaliveMs: 50 });
      const first = line.tests.unaryCall({});
      await pause(200);
      await line.tests.unaryCall({});
      await first;
    },
  },
  {
    name: "a server that sends GOAWAY after each call fails none, without a retry",
    serve: () =>
      faulty(
        [
          (stream, session) => {
            answerWhole(stream, session, {});
            stream.on("close", () => session?.destroyed || session?.goaway(0));
          },
        ],
        // Node's server has seen some of those that its GOAWAY disowns; no attempt is charged for them.
        ({ seen }) => {
          assert.ok(seen.length >= 60);
          assert.ok(seen.every((headers) => headers["grpc-previous-rpc-attempts"] === undefined));
        },
      ),
    async call(facts) {
      await using line = plainLine(facts);
      for (let call = 0; call < 20; call++) await line.tests.unaryCall({});
      for (let turn = 0; turn < 4; turn++) await Promise.all(many(10, () => line.tests.unaryCall({})));
    },
  },
  {
    name: "GOAWAY with an error code is not a refusal: the call is retried with its key",
    serve: () =>
      faulty(
        [(stream, session) => session?.goaway(11, stream.id, Buffer.from("slow down")), answerWhole],
        ({ seen }) => {
          assert.equal(seen.length, 2);
          assert.equal(new Set(seen.map((headers) => headers["x-idempotency-key"])).size, 1);
          assert.equal(seen[1]?.["grpc-previous-rpc-attempts"], "1");
        },
      ),
    async call(facts) {
      await using line = plainLine(facts, retrying);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a refused stream is retried transparently",
    serve: () =>
      faulty([(stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), answerWhole], ({ seen }) => {
        assert.equal(seen.length, 2);
        assert.equal(seen[1]?.["grpc-previous-rpc-attempts"], undefined);
      }),
    async call(facts) {
      await using line = plainLine(facts);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a stream that the server cancels is an error",
    serve: () => faulty([(stream) => stream.close(cancelReset)]),
    async call(facts) {
      await using line = plainLine(facts);
      assert.equal((await rejectionOf(line.tests.unaryCall({}))).code, "CANCELLED");
    },
  },
  {
    name: "an answer that is cut off by a reset without a code is an error",
    serve: () =>
      faulty([
        (stream) => {
          stream.respond(grpcHeaders);
          stream.write(response(10), () => stream.close(0));
        },
      ]),
    async call(facts) {
      await using line = plainLine(facts);
      assert.equal((await rejectionOf(line.tests.unaryCall({}))).code, "INTERNAL");
    },
  },
  {
    name: "an answer that ends without a status is an error",
    serve: () =>
      faulty([
        (stream) => {
          stream.respond(grpcHeaders);
          stream.end(response(10));
        },
      ]),
    async call(facts) {
      await using line = plainLine(facts);
      const { code, text } = await rejectionOf(line.tests.unaryCall({}));
      assert.equal(code, "INTERNAL", text);
    },
  },
  {
    name: "an answer after an interim response is read",
    serve: () =>
      faulty([
        (stream) => {
          stream.additionalHeaders({ ":status": 103, link: "</a>; rel=preload" });
          answerWhole(stream, undefined, {});
        },
      ]),
    async call(facts) {
      await using line = plainLine(facts);
      for (let call = 0; call < 20; call++) await line.tests.unaryCall({});
    },
  },
  {
    name: "a reader that stops holds the server back",
    async serve() {
      let sent = 0;
      return await faulty([(stream) => endless(stream, response(100_000), () => sent++)], () => {
        assert.ok(sent >= 3 && sent < 150, `${sent} messages of 100 kB were sent`);
      });
    },
    async call(facts) {
      await using line = plainLine(facts);
      let got = 0;
      for await (const { payload } of line.tests.streamingOutputCall({})) {
        assert.equal(payload?.body.byteLength, 100_000);
        if (got++ === 0) await pause(1_000);
        if (got === 3) break;
      }
    },
  },
  {
    name: "a server that does not read holds the sender back",
    async serve() {
      return await faulty([() => undefined]);
    },
    async call(facts) {
      await using line = plainLine(facts);
      let made = 0;
      const stop = new AbortController();
      function* requests(): Generator<object> {
        for (; made < 1_000; made++) yield { payload: { body: new Uint8Array(100_000) } };
      }
      const call = rejectionOf(line.tests.streamingInputCall(requests(), { signal: stop.signal }));
      await pause(1_000);
      stop.abort(new Error("enough"));
      await call;
      assert.ok(made > 0 && made < 100, `${made} requests of 100 kB were made`);
    },
  },
  {
    name: "a header that HTTP/2 forbids fails its own call alone",
    serve: () =>
      faulty([(stream) => void setTimeout(() => answerWhole(stream, undefined, {}), 200)], ({ seen }) =>
        assert.equal(seen.length, 1),
      ),
    async call(facts) {
      await using line = plainLine(facts);
      const neighbour = line.tests.unaryCall({});
      await pause(50);
      const refused = line.tests.unaryCall({}, { metadata: { connection: "keep-alive" } });
      assert.equal((await rejectionOf(refused)).code, "INVALID_ARGUMENT");
      await neighbour;
    },
  },
];
