import assert from "node:assert/strict";
import { InteropError } from "../../../generated/interop/index.js";
import { lineTo, type InteropCase } from "./target.js";

/** The error that a call ends with. */
export async function errorOf(call: PromiseLike<unknown>): Promise<{ code: string; text: string }> {
  const outcome = await Promise.resolve(call).then(
    () => "the call succeeded",
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof InteropError, `${String(outcome)} is no InteropError`);
  return { code: outcome.code, text: outcome.text };
}

/** Reads a stream to its end. */
export async function drain(stream: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const message of stream) if (message !== undefined) count++;
  return count;
}

const initialName = "x-grpc-test-echo-initial";
const trailingName = "x-grpc-test-echo-trailing-bin";
const initial = "test_initial_metadata_value";
const trailing = Uint8Array.of(0xab, 0xab, 0xab);
const metadata = { [initialName]: initial, [trailingName]: trailing };
const special = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n";

export const statusCases: readonly InteropCase[] = [
  {
    name: "custom_metadata",
    async run(target) {
      await using line = lineTo(target);
      const large = { responseSize: 314_159, payload: { body: new Uint8Array(271_828) } };
      const unary = await line.tests.unaryCall(large, { metadata }).withResponse();
      const sent = [{ payload: large.payload, responseParameters: [{ size: 314_159 }] }];
      const stream = await line.tests.fullDuplexCall(sent, { metadata }).withResponse();
      assert.equal(await drain(stream.messages), 1);
      for (const { header, trailer } of [unary, stream]) {
        assert.equal(header.get(initialName), initial);
        assert.deepEqual(new Uint8Array(trailer.getBinary(trailingName) ?? []), trailing);
      }
    },
  },
  {
    name: "status_code_and_message",
    async run(target) {
      await using line = lineTo(target);
      const responseStatus = { code: 2, message: "test status message" };
      const want = { code: "UNKNOWN", text: responseStatus.message };
      assert.deepEqual(await errorOf(line.tests.unaryCall({ responseStatus })), want);
      assert.deepEqual(await errorOf(drain(line.tests.fullDuplexCall([{ responseStatus }]))), want);
    },
  },
  {
    name: "special_status_message",
    async run(target) {
      await using line = lineTo(target);
      const call = line.tests.unaryCall({ responseStatus: { code: 2, message: special } });
      assert.deepEqual(await errorOf(call), { code: "UNKNOWN", text: special });
    },
  },
  {
    name: "unimplemented_method",
    async run(target) {
      await using line = lineTo(target);
      assert.equal((await errorOf(line.tests.unimplementedCall({}))).code, "UNIMPLEMENTED");
    },
  },
  {
    name: "unimplemented_service",
    async run(target) {
      await using line = lineTo(target);
      assert.equal((await errorOf(line.others.unimplementedCall({}))).code, "UNIMPLEMENTED");
    },
  },
];
