import { describe, expect, expectTypeOf, it } from "vitest";
import { openSession, TextType, type Text } from "../../fixture/test-api.fixture.js";
import { staticToken } from "../../session/auth/static-token.js";
import { mockOperation } from "../../session/testing/mock-operation.js";
import { mockTransport } from "../../session/testing/mock-transport.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { packAny, type AnyMessage } from "../../messages/json/any.js";
import { connect } from "../../session/core/connect.js";
import {
  type Job,
  JobType,
  NoteType,
  books,
  get,
  print,
  response,
  start,
  text,
  typed,
  wiring,
} from "./named-operation.fixture.js";
import { type NamedOperation, wireNamedOperations, withTypes } from "./named-operation.js";

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
