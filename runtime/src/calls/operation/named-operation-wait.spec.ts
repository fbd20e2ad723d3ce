import { describe, expect, it } from "vitest";
import { messageType } from "../../fixture/message-type.fixture.js";
import { TextType } from "../../fixture/test-api.fixture.js";
import { failure } from "../../fixture/test-transport.fixture.js";
import { packAny } from "../../messages/json/any.js";
import { response, start, text, typed, wiring } from "./named-operation.fixture.js";
import { withTypes } from "./named-operation.js";

const StepType = messageType<{ description: string }>("acme.v1.Step", [[1, "description", "string"]]);
const StepsType = messageType<{ progressPercent: number; steps: { description: string }[] }>(
  "acme.v1.Steps",
  [
    [1, "progress_percent", "int32"],
    [2, "steps", [StepType]],
  ],
);

describe("waiting for an operation that is known by its name", () => {
  it("is read after pauses of a tenth of the time since the wait began, or after fixed ones", async () => {
    const running = Array.from({ length: 70 }, () => ({}));
    const ended = { done: true, result: response(text("a")) };
    const pauses = async (options: object): Promise<number[]> => {
      const { operation, clock } = await start([...running, ended]);
      await clock.run(operation.result(options));
      return clock.delays.filter((delay) => delay < 60_000);
    };
    const delays = await pauses({});
    expect(delays.slice(0, 10)).toEqual(Array(10).fill(1000));
    expect(delays[20]).toBeGreaterThan(2000);
    expect(delays.at(-1)).toBe(27_000);
    expect(new Set(await pauses({ pollIntervalMs: 500 }))).toEqual(new Set([500]));
  });

  it("is read with the metadata of its call, without the key of that call, or with that of its wait", async () => {
    const metadata = { "x-tenant": "blue", "x-idempotency-key": "key-0123456789-abcdef" };
    const ended = { done: true, result: response(text("a")) };
    const { operation, transport, clock } = await start([{}, {}, ended], {}, typed, { metadata });
    await clock.run(operation.result());
    const other = await start([{}, ended], {}, typed, { metadata });
    await other.clock.run(other.operation.wait({ metadata: { "x-team": "a" } }));
    const read = [...transport.calls.slice(1), ...other.transport.calls.slice(1)];
    const names = ["x-tenant", "x-team", "x-idempotency-key"];
    expect(read.map((call) => names.map((name) => call.metadata.get(name)))).toEqual([
      ["blue", undefined, undefined],
      ["blue", undefined, undefined],
      [undefined, "a", undefined],
    ]);
    expect(transport.calls[0]?.metadata.get("x-idempotency-key")).toBe("key-0123456789-abcdef");
  });

  it("that the server has removed is over with an unknown outcome", async () => {
    const { operation, clock } = await start([{}, {}, failure(5, "no operation jobs/1")]);
    await expect(clock.run(operation.result())).rejects.toMatchObject({
      code: "NOT_FOUND",
      clientReason: "OPERATION_REMOVED",
      operationId: "jobs/1",
      text: expect.stringMatching(/has ended, and the server has removed it.*: read what it changes/),
    });
  });

  it("gives the progress that its metadata states, of the declared type alone", async () => {
    const ended = { done: true, result: response(text("a")) };
    const { operation, clock } = await start(
      [
        {},
        { metadata: packAny(StepsType, { progressPercent: 40, steps: [{ description: "copy" }] }) },
        { metadata: text("of another type") },
        { metadata: { typeUrl: "x/acme.v1.Steps", value: new Uint8Array([0x08]) } },
        ended,
      ],
      {},
      withTypes(wiring, TextType, StepsType) as never,
    );
    const seen: unknown[] = [];
    await clock.run(operation.wait({ onProgress: (_, { fraction, steps }) => seen.push([fraction, steps]) }));
    expect(seen).toEqual([
      [0.4, [{ text: "copy", fraction: undefined }]],
      [undefined, []],
      [undefined, []],
      [undefined, []],
    ]);
  });
});
