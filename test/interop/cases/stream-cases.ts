import assert from "node:assert/strict";
import type { StreamingOutputCallRequest } from "../../../generated/interop/testing/index.js";
import { lineTo, type InteropCase } from "./target.js";

const requestSizes = [27_182, 8, 1_828, 45_904];
const responseSizes = [31_415, 9, 2_653, 58_979];

const sizesOf = async (stream: AsyncIterable<{ payload?: { body: Uint8Array } | undefined }>) => {
  const sizes: (number | undefined)[] = [];
  for await (const { payload } of stream) sizes.push(payload?.body.byteLength);
  return sizes;
};

type Part = Pick<Partial<StreamingOutputCallRequest>, never> & {
  payload: { body: Uint8Array };
  responseParameters: { size: number }[];
};

const part = (request: number, response: number): Part => ({
  payload: { body: new Uint8Array(request) },
  responseParameters: [{ size: response }],
});

export const streamCases: readonly InteropCase[] = [
  {
    name: "client_streaming",
    async run(target) {
      await using line = lineTo(target);
      const requests = requestSizes.map((size) => ({ payload: { body: new Uint8Array(size) } }));
      const { aggregatedPayloadSize } = await line.tests.streamingInputCall(requests);
      assert.equal(aggregatedPayloadSize, 74_922);
    },
  },
  {
    name: "server_streaming",
    async run(target) {
      await using line = lineTo(target);
      const responseParameters = responseSizes.map((size) => ({ size }));
      assert.deepEqual(await sizesOf(line.tests.streamingOutputCall({ responseParameters })), responseSizes);
    },
  },
  {
    name: "ping_pong",
    async run(target) {
      await using line = lineTo(target);
      let answered: (() => void) | undefined;
      // Each request is sent when the answer to the one before is there.
      async function* requests(): AsyncGenerator<Part> {
        for (const [index, size] of requestSizes.entries()) {
          const next = new Promise<void>((resolve) => (answered = resolve));
          yield part(size, responseSizes[index] ?? 0);
          await next;
        }
      }
      const sizes: (number | undefined)[] = [];
      for await (const { payload } of line.tests.fullDuplexCall(requests())) {
        sizes.push(payload?.body.byteLength);
        answered?.();
      }
      assert.deepEqual(sizes, responseSizes);
    },
  },
  {
    name: "empty_stream",
    async run(target) {
      await using line = lineTo(target);
      assert.deepEqual(await sizesOf(line.tests.fullDuplexCall([])), []);
    },
  },
];
