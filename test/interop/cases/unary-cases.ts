import assert from "node:assert/strict";
import { lineTo, type InteropCase, type Line } from "./target.js";

const requestBytes = 271_828;
const responseBytes = 314_159;

/** The unary call that most of gRPC's tests make: many bytes in both directions. */
export async function callLarge({ tests }: Line): Promise<void> {
  const { payload } = await tests.unaryCall({
    responseSize: responseBytes,
    payload: { body: new Uint8Array(requestBytes) },
  });
  assert.equal(payload?.body.byteLength, responseBytes);
  assert.ok(payload.body.every((byte) => byte === 0));
}

export const unaryCases: readonly InteropCase[] = [
  {
    name: "empty_unary",
    async run(target) {
      await using line = lineTo(target);
      assert.deepEqual({ ...(await line.tests.emptyCall({})) }, {});
    },
  },
  {
    name: "large_unary",
    async run(target) {
      await using line = lineTo(target);
      await callLarge(line);
    },
  },
  {
    name: "concurrent_large_unary",
    async run(target) {
      await using line = lineTo(target, { timeoutMs: 120_000, attemptTimeoutMs: 120_000 });
      await Promise.all(Array.from({ length: 1_000 }, () => callLarge(line)));
    },
  },
  {
    name: "rpc_soak",
    async run(target) {
      await using line = lineTo(target);
      for (let call = 0; call < 200; call++) await callLarge(line);
    },
  },
  {
    name: "channel_soak",
    async run(target) {
      for (let session = 0; session < 50; session++) {
        await using line = lineTo(target);
        await callLarge(line);
      }
    },
  },
];
