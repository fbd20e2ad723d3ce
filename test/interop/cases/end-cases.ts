import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { drain, errorOf } from "./status-cases.js";
import { lineTo, type InteropCase } from "./target.js";

/** What a promise rejects with. */
const rejectionOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => assert.fail("the call succeeded"),
    (error: unknown) => error,
  );

export const endCases: readonly InteropCase[] = [
  {
    name: "cancel_after_begin",
    async run(target) {
      await using line = lineTo(target);
      await line.tests.emptyCall({});
      const stop = new AbortController();
      async function* none(): AsyncGenerator<object> {
        await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
        yield* [];
      }
      const call = line.tests.streamingInputCall(none(), { signal: stop.signal });
      const reason = new Error("not needed any more");
      setTimeout(() => stop.abort(reason), 20);
      assert.equal(await rejectionOf(call), reason);
      await line.tests.emptyCall({});
    },
  },
  {
    name: "cancel_after_first_response",
    async run(target) {
      await using line = lineTo(target);
      const stop = new AbortController();
      const reason = new Error("seen enough");
      async function* requests(): AsyncGenerator<object> {
        yield { payload: { body: new Uint8Array(27_182) }, responseParameters: [{ size: 31_415 }] };
        await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
      }
      const sizes: (number | undefined)[] = [];
      const reading = (async () => {
        for await (const { payload } of line.tests.fullDuplexCall(requests(), { signal: stop.signal })) {
          sizes.push(payload?.body.byteLength);
          stop.abort(reason);
        }
      })();
      assert.equal(await rejectionOf(reading), reason);
      assert.deepEqual(sizes, [31_415]);
      await line.tests.emptyCall({});
    },
  },
  {
    name: "timeout_on_sleeping_server",
    async run(target) {
      await using line = lineTo(target);
      await line.tests.emptyCall({});
      async function* requests(): AsyncGenerator<object> {
        yield { payload: { body: new Uint8Array(27_182) } };
        await pause(50, undefined, { ref: false });
      }
      const reading = drain(line.tests.fullDuplexCall(requests(), { timeoutMs: 1 }));
      assert.equal((await errorOf(reading)).code, "DEADLINE_EXCEEDED");
      // The same with a server that has begun and sleeps.
      const responseParameters = [{ size: 10 }, { size: 10, intervalUs: 1_000_000 }];
      let got = 0;
      const slow = (async () => {
        const options = { timeoutMs: 200 };
        for await (const message of line.tests.streamingOutputCall({ responseParameters }, options)) {
          if (message.payload) got++;
        }
      })();
      assert.equal((await errorOf(slow)).code, "DEADLINE_EXCEEDED");
      assert.equal(got, 1);
    },
  },
];
