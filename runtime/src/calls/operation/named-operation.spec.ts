import { describe, expect, expectTypeOf, it } from "vitest";
import { messageType } from "../../fixture/message-type.fixture.js";
import {
  AnyType,
  openSession,
  StatusType,
  TextType,
  type Any,
  type Text,
} from "../../fixture/test-api.fixture.js";
import { staticToken } from "../../session/auth/static-token.js";
import { mockOperation } from "../../session/testing/mock-operation.js";
import { mockTransport } from "../../session/testing/mock-transport.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { packAny, type AnyMessage } from "../../messages/json/any.js";
import type { CallOptions } from "../chain/call-options.js";
import { defineMethod, defineService } from "../rpc/define-service.js";
import { connect } from "../../session/core/connect.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { type NamedOperation, wireNamedOperations, withTypes } from "./named-operation.js";

/** The operation of AIP-151 under names of its own, but for those of its fields. */
interface Job {
  name: string;
  metadata?: Any | undefined;
  done: boolean;
  result?:
    | { $case: "error"; value: { code: number; message: string; details: Any[] } }
    | { $case: "response"; value: Any }
    | undefined;
}
const JobType = messageType<Job>("acme.v1.Job", [
  [1, "name", "string"],
  [2, "metadata", AnyType],
  [3, "done", "bool"],
  [4, "error", StatusType, { oneof: "result" }],
  [5, "response", AnyType, { oneof: "result" }],
]);
const NameType = messageType<{ name: string }>("acme.v1.Name", [[1, "name", "string"]]);
const NoteType = messageType<Text>("acme.v1.Note", [[1, "text", "string"]]);
const StepType = messageType<{ description: string }>("acme.v1.Step", [[1, "description", "string"]]);
const StepsType = messageType<{ progressPercent: number; steps: { description: string }[] }>(
  "acme.v1.Steps",
  [
    [1, "progress_percent", "int32"],
    [2, "steps", [StepType]],
  ],
);

const jobs = defineService("acme.v1.Jobs", { host: "jobs.example.com" });
const books = defineService("acme.v1.Books", "books");
const get = defineMethod(jobs, "GetOperation", "unary", NameType, JobType, { readOnly: true });
const cancel = defineMethod(jobs, "CancelOperation", "unary", NameType, TextType);
const print = defineMethod(books, "Print", "unary", TextType, JobType);

const wiring = wireNamedOperations(
  () => get,
  (name) => ({ name }),
  { method: () => cancel, toRequest: (name) => ({ name }) },
);
const typed = withTypes(wiring, TextType, NoteType);

type Answer = Partial<Job> | Error;

/** A server that starts a job, and shows it as this, time after time. */
async function start(
  answers: readonly Answer[],
  options: SessionOptions = {},
  how = typed,
  callOptions: CallOptions = {},
) {
  const left = [...answers];
  const transport = answering(({ method }) => {
    if (method === cancel) return {};
    const next = left.length > 1 ? left.shift() : left[0];
    return next instanceof Error ? next : JobType.create({ name: "jobs/1", ...next });
  });
  const clock = new TestClock();
  const session = openSession({
    transport,
    clock,
    random: () => 0,
    credentials: { description: "t", fetchToken: async () => ({ token: "t" }) },
    ...options,
  });
  const operation = await connect(session, books).operation(print, how, {}, callOptions);
  return { operation, transport, clock };
}

const response = (value: Any): Job["result"] => ({ $case: "response", value });
const text = (value: string): Any => packAny(TextType, { text: value });

describe("an operation that is known by its name", () => {
  it("gives its result in the end, read where it was made", async () => {
    const { operation, transport, clock } = await start([
      {},
      { done: false },
      { done: true, result: response(text("a")) },
    ]);
    expect(operation.id).toBe("jobs/1");
    expect(operation.isDone).toBe(false);
    const result = await clock.run(operation.result());
    expectTypeOf(result).toEqualTypeOf<Text>();
    expect(result).toEqual({ text: "a" });
    expect(transport.calls.map((call) => [call.method.name, call.endpoint.authority, call.message])).toEqual([
      ["Print", "books.api.example.com:443", { text: "" }],
      ["GetOperation", "books.api.example.com:443", { name: "jobs/1" }],
      ["GetOperation", "books.api.example.com:443", { name: "jobs/1" }],
    ]);
    // Read once more costs nothing.
    expect(await operation.result()).toEqual({ text: "a" });
    expect(transport.calls).toHaveLength(3);
  });

  it("costs no call where it is done at once", async () => {
    const { operation, transport } = await start([{ done: true, result: response(text("a")) }]);
    expect(await operation.result()).toEqual({ text: "a" });
    expect(transport.calls).toHaveLength(1);
  });

  it("is done, slow or failed in a mock", async () => {
    const run = async (answer: object): Promise<unknown> => {
      const transport = mockTransport({ print: () => answer });
      await using session = openSession({ transport, credentials: staticToken("t") });
      const operation = await connect(session, books).operation(print, typed, {});
      return await operation.wait();
    };
    expect(await run({})).toMatchObject({ name: "operation-1", done: true });
    expect(await run(mockOperation.slow(4, { name: "jobs/7" }))).toMatchObject({
      name: "jobs/7",
      done: true,
    });
    await expect(run(mockOperation.failed({ code: "ABORTED", text: "stopped" }))).rejects.toMatchObject({
      code: "ABORTED",
      text: "stopped",
    });
  });

  it("is not over because it holds something", async () => {
    const { operation } = await start([{ done: false, result: response(text("a")) }]);
    expect(operation.isDone).toBe(false);
  });

  it("says what it says of itself, as far as that is of the type", async () => {
    const { operation, clock } = await start([
      { metadata: packAny(NoteType, { text: "begun" }) },
      { metadata: text("of another type") },
      { done: true, result: response(text("a")) },
    ]);
    expect(operation.metadata).toEqual({ text: "begun" });
    await operation.refresh();
    expect(operation.metadata).toBeUndefined();
    await clock.run(operation.wait());
    expect(operation.metadata).toBeUndefined();
  });

  it.each<[what: string, last: Partial<Job>, error: object]>([
    [
      "has failed",
      { done: true, result: { $case: "error", value: { code: 6, message: "there is one", details: [] } } },
      { code: "ALREADY_EXISTS", text: "there is one" },
    ],
    [
      "has failed with a code of no meaning",
      { done: true, result: { $case: "error", value: { code: 0, message: "odd", details: [] } } },
      { code: "UNKNOWN", text: "odd" },
    ],
    [
      "holds nothing",
      { done: true },
      { code: "INTERNAL", text: "the operation succeeded without a response" },
    ],
    [
      "holds another type",
      { done: true, result: response(packAny(NoteType, { text: "a" })) },
      {
        code: "INTERNAL",
        text: 'the response of the operation has the type "type.googleapis.com/acme.v1.Note" instead of acme.v1.Text; decode it with unpackAny',
      },
    ],
    [
      "holds bytes that are none of its type",
      { done: true, result: response({ typeUrl: "x/acme.v1.Text", value: new Uint8Array([0x0a, 0x05]) }) },
      {
        code: "INTERNAL",
        text: expect.stringMatching(/^the content of the operation is not of type acme\.v1\.Text \(/),
      },
    ],
  ])("that %s is an error of the SDK, with the operation and the method", async (_, last, error) => {
    const { operation, clock } = await start([{}, last]);
    await expect(clock.run(operation.result())).rejects.toMatchObject({
      name: "AcmeError",
      operationId: "jobs/1",
      method: "acme.v1.Books/Print",
      endpoint: "books.api.example.com:443",
      ...error,
    });
  });

  it("is waited for through failures that pass, and until the time is over", async () => {
    const { operation, clock } = await start([{}, failure(14), { done: true, result: response(text("a")) }], {
      retry: false,
    });
    expect(await clock.run(operation.result())).toEqual({ text: "a" });
    const other = await start([{}]);
    await expect(other.clock.run(other.operation.result({ timeoutMs: 5_000 }))).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      text: "the operation was still running after 5000 ms; it continues: call wait() again, or read it later by its id",
    });
  });

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

  it("is asked to end where it was made", async () => {
    const { operation, transport } = await start([{}]);
    await operation.cancel();
    const last = transport.calls.at(-1);
    expect([last?.method.name, last?.endpoint.authority, last?.message]).toEqual([
      "CancelOperation",
      "books.api.example.com:443",
      { name: "jobs/1" },
    ]);
  });

  it("says so where the API ends none", async () => {
    const without = withTypes(
      wireNamedOperations(
        () => get,
        (name) => ({ name }),
      ),
      TextType,
      NoteType,
    );
    const { operation, transport } = await start([{}], {}, without);
    await expect(operation.cancel()).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      text: "the API has no CancelOperation",
    });
    expect(transport.calls).toHaveLength(1);
  });

  it("gives an Any where nobody says of which type it is", async () => {
    const untyped = withTypes(wiring, undefined, undefined);
    const held = text("a");
    const { operation } = await start(
      [{ done: true, metadata: held, result: response(held) }],
      {},
      untyped as never,
    );
    const open = operation as unknown as NamedOperation<Job, AnyMessage, AnyMessage>;
    expect(await open.result()).toEqual(held);
    expect(open.metadata).toEqual(held);
  });

  it("is picked up by its name", async () => {
    const transport = answering(() =>
      JobType.create({ name: "jobs/7", done: true, result: response(text("b")) }),
    );
    const session = openSession({
      transport,
      credentials: { description: "t", fetchToken: async () => ({ token: "t" }) },
    });
    const operation = await connect(session, books).operationById(typed, "jobs/7");
    expect(await operation.result()).toEqual({ text: "b" });
    expect(transport.calls[0]?.message).toEqual({ name: "jobs/7" });
  });

  it("prints its message, and nothing else", async () => {
    const { operation } = await start([{ done: true, result: response(text("a")) }]);
    expect(JSON.stringify(operation)).toMatch(/"name":"jobs\/1".*"done":true/);
  });
});
