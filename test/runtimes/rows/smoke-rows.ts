import assert from "node:assert/strict";
import { constants } from "node:http2";
import { interopCases, longCases } from "../../interop/cases/interop-cases.js";
import { grpcHeaders, type Fault } from "../../../runtime/src/fixture/fault-server.fixture.js";
import { startOurServer } from "../../interop/our-server.js";
import { fact, many, plainLine, rejectionOf, retrying, type Row, until } from "./row.js";
import { answerWhole, faulty, response } from "./servers.js";

/** The interop cases against a server of the runtime, but those of load. */
function interopRow(name: string, isSecure: boolean): Row {
  return {
    name,
    async serve() {
      const server = await startOurServer(isSecure);
      const dispose = () => server[Symbol.asyncDispose]();
      return { facts: { address: `127.0.0.1:${server.port}` }, [Symbol.asyncDispose]: dispose };
    },
    async call(facts) {
      const target = {
        address: fact(facts, "address"),
        isSecure,
        seesCompression: false,
        compresses: "nothing",
      } as const;
      for (const one of interopCases) {
        if (longCases.has(one.name) || one.skip?.(target) !== undefined) continue;
        await one.run(target).catch((cause: unknown) => {
          throw new Error(`${one.name}: ${String(cause)}`, { cause });
        });
      }
    },
  };
}

/** What every program does. */
export const smokeRows: readonly Row[] = [
  interopRow("the interop cases pass", false),
  interopRow("the interop cases pass with TLS", true),
  {
    name: "300 concurrent requests of 100 kB lose none",
    serve: () => faulty([answerWhole], ({ seen }) => assert.equal(seen.length, 300)),
    async call(facts) {
      await using line = plainLine(facts);
      const body = new Uint8Array(100_000);
      const ends = await Promise.allSettled(many(300, () => line.tests.unaryCall({ payload: { body } })));
      const lost = ends.filter(({ status }) => status === "rejected");
      assert.equal(lost.length, 0, String((lost[0] as PromiseRejectedResult | undefined)?.reason));
    },
  },
  {
    name: "a call is retried until it succeeds, with one key",
    serve: () =>
      faulty(
        [
          (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
          (stream) => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM),
          (_stream, session) => session?.destroy(),
          (stream) => stream.respond({ ":status": 503 }, { endStream: true }),
          answerWhole,
        ],
        ({ seen }) => {
          assert.equal(seen.length, 5);
          assert.equal(new Set(seen.map((headers) => headers["x-idempotency-key"])).size, 1);
        },
      ),
    async call(facts) {
      await using line = plainLine(facts, retrying);
      await line.tests.unaryCall({});
    },
  },
  {
    name: "a deadline ends a call and reaches the server",
    serve: () =>
      // The first call has the connection made: on a busy machine that alone may take longer than the deadline.
      faulty([answerWhole, () => undefined], ({ seen }) => {
        const [amount = "", unit = ""] =
          /^(\d+)(\D)$/.exec(String(seen[1]?.["grpc-timeout"]))?.slice(1) ?? [];
        const ms = Number(amount) * (unit === "m" ? 1 : unit === "u" ? 1e-3 : Number.NaN);
        assert.ok(ms > 0 && ms <= 500, `grpc-timeout is ${amount}${unit}`);
      }),
    async call(facts) {
      await using line = plainLine(facts);
      await line.tests.unaryCall({});
      const error = await rejectionOf(line.tests.emptyCall({}, { timeoutMs: 500 }));
      assert.equal(error.code, "DEADLINE_EXCEEDED");
    },
  },
  {
    name: "a canceled call reaches the server as CANCEL",
    async serve() {
      let code: number | undefined;
      const begin: Fault = (stream) => {
        stream.on("close", () => (code = stream.rstCode));
        stream.respond(grpcHeaders);
        stream.write(response(10));
      };
      return await faulty([begin], async () => {
        await until(() => code !== undefined, "the call is still open");
        assert.equal(code, constants.NGHTTP2_CANCEL);
      });
    },
    async call(facts) {
      await using line = plainLine(facts);
      const stop = new AbortController();
      const reason = new Error("not needed");
      const reading = (async () => {
        for await (const { payload } of line.tests.streamingOutputCall({}, { signal: stop.signal })) {
          if (payload) stop.abort(reason);
        }
      })();
      assert.equal(await rejectionOf(reading), reason);
    },
  },
];
