import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { relayTo } from "../counting-relay.js";
import { drain, errorOf } from "./status-cases.js";
import { lineTo, type InteropCase, type Target } from "./target.js";

/** A call's headers and the preface of a connection take less; the payloads of these cases take more. */
const fewBytes = 20_000;

const zeros = new Uint8Array(271_828);
const large = { responseSize: 314_159, payload: { body: zeros } };

/** Runs a case with a relay between, and gives the bytes that the wire carried. */
async function weigh(target: Target, run: (target: Target) => Promise<void>) {
  await using relay = await relayTo(target.address);
  await run({ ...target, address: relay.address });
  return { sent: relay.sent, received: relay.received };
}

/** The server that notices refuses a request that claims to be compressed and is not. */
async function probe(target: Target, call: (line: ReturnType<typeof lineTo>) => PromiseLike<unknown>) {
  if (!target.seesCompression) return;
  await using line = lineTo(target);
  assert.equal((await errorOf(call(line))).code, "INVALID_ARGUMENT");
}

const skip = ({ compresses }: Target): string | undefined =>
  compresses === "nothing" ? "the server compresses nothing" : undefined;

export const compressionCases: readonly InteropCase[] = [
  {
    name: "client_compressed_unary",
    async run(target) {
      const expectCompressed = { value: true };
      await probe(target, ({ tests }) => tests.unaryCall({ ...large, expectCompressed }));
      const packed = await weigh(target, async (weighed) => {
        await using line = lineTo(weighed, { compression: "gzip" });
        const { payload } = await line.tests.unaryCall({ ...large, expectCompressed });
        assert.equal(payload?.body.byteLength, 314_159);
      });
      assert.ok(packed.sent < fewBytes, `${packed.sent} bytes were sent`);
      const plain = await weigh(target, async (weighed) => {
        await using line = lineTo(weighed);
        await line.tests.unaryCall({ ...large, expectCompressed: { value: false } });
      });
      assert.ok(plain.sent > zeros.byteLength, `${plain.sent} bytes were sent`);
    },
  },
  {
    name: "client_compressed_streaming",
    async run(target) {
      const first = { payload: { body: new Uint8Array(27_182) }, expectCompressed: { value: true } };
      // What does not shrink is sent as it is.
      const second = { payload: { body: randomBytes(45_904) }, expectCompressed: { value: false } };
      await probe(target, ({ tests }) => tests.streamingInputCall([first]));
      const { sent } = await weigh(target, async (weighed) => {
        await using line = lineTo(weighed, { compression: "gzip" });
        const { aggregatedPayloadSize } = await line.tests.streamingInputCall([first, second]);
        assert.equal(aggregatedPayloadSize, 73_086);
      });
      assert.ok(sent > 45_904 && sent < 45_904 + fewBytes, `${sent} bytes were sent`);
    },
  },
  {
    name: "server_compressed_unary",
    skip,
    async run(target) {
      for (const value of [true, false]) {
        const { received } = await weigh(target, async (weighed) => {
          await using line = lineTo(weighed, { compression: value ? "gzip" : "none" });
          const { payload } = await line.tests.unaryCall({ ...large, responseCompressed: { value } });
          assert.equal(payload?.body.byteLength, 314_159);
        });
        const isFew = received < fewBytes;
        assert.equal(isFew, value, `${received} bytes were received`);
      }
    },
  },
  {
    name: "server_compressed_streaming",
    skip,
    async run(target) {
      const responseParameters = [
        { size: 31_415, compressed: { value: true } },
        { size: 92_653, compressed: { value: false } },
      ];
      const { received } = await weigh(target, async (weighed) => {
        await using line = lineTo(weighed, { compression: "gzip" });
        assert.equal(await drain(line.tests.streamingOutputCall({ responseParameters })), 2);
      });
      // A server that cannot choose for each message has packed both.
      const plainBytes = target.compresses === "each" ? 92_653 : 0;
      assert.ok(received > plainBytes && received < plainBytes + fewBytes, `${received} bytes were received`);
    },
  },
];
