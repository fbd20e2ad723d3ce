import { describe, expect, it } from "vitest";
import { connectThings, methods, openSession, operationWiring } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { errorStatus } from "../../fixture/test-server.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { CallError } from "../error/call-error.js";
import type { WaitOptions } from "./operation-handle.js";
import { type ResourceOperation, withResource } from "./resource-operation.js";

const running = { id: "op-1", resourceId: "t-1", status: undefined, done: 0 };
const succeeded = { ...running, status: { code: 0, message: "", details: [] }, done: 100 };
const failed = { ...running, status: errorStatus(9, "no room", { code: "full", retryType: 0 }), done: 50 };

type Answer = (clock: TestClock) => unknown;
const always =
  (answer: unknown): Answer =>
  () =>
    answer;
/** Lets time pass inside a read, as on a slow machine. */
const late =
  (ms: number, answer: unknown): Answer =>
  (clock) => {
    clock.sleep(ms);
    return answer;
  };
const never: Answer = () => new Promise(() => undefined);

async function start(poll: Answer, resource: Answer) {
  const clock = new TestClock();
  const transport = answering((call: OutgoingCall) => {
    if (call.method.name === "Create") return running;
    return (call.method.path.includes("OperationService") ? poll : resource)(clock);
  });
  const session = openSession({ transport, clock, credentials: staticToken("token-1"), retry: false });
  const wiring = withResource(operationWiring, methods.get, (id) => ({ id }));
  const operation = await connectThings(session).operation(methods.create, wiring, {});
  return { clock, session, operation };
}

type Started = Awaited<ReturnType<typeof start>>["operation"];
const wait = (operation: Started, options: WaitOptions<never>): Promise<unknown> =>
  operation.wait(options as never);
const resource = (operation: Started, options: WaitOptions<never>): Promise<unknown> =>
  (operation as ResourceOperation<unknown, unknown>).resource(options as never);

describe("an error of a known operation has its ID", () => {
  const limit = { timeoutMs: 50, pollIntervalMs: 10 };
  it.each<[phase: string, poll: Answer, resource: Answer, code: string, options?: object]>([
    ["in a pause", always(running), never, "DEADLINE_EXCEEDED", { timeoutMs: 50, pollIntervalMs: 200 }],
    ["inside a read, which the transport ends", late(60, failure(4)), never, "DEADLINE_EXCEEDED"],
    ["inside a read, whose timer fires early", late(39, failure(4)), never, "DEADLINE_EXCEEDED"],
    ["after a read that took too long", late(60, running), never, "DEADLINE_EXCEEDED"],
    ["after a failed read that took too long", late(60, failure(14)), never, "DEADLINE_EXCEEDED"],
    ["by a read that may not be done", always(failure(7)), never, "PERMISSION_DENIED"],
    ["by an operation that is gone", always(failure(5)), never, "NOT_FOUND"],
    ["by the failure of the operation", always(failed), never, "FAILED_PRECONDITION"],
  ])("%s, from wait() and from resource()", async (_, poll, read, code, options = limit) => {
    for (const method of [wait, resource]) {
      const isGone = code === "NOT_FOUND" && method === resource;
      const { clock, operation } = await start(poll, isGone ? always(failure(5)) : read);
      await expect(clock.run(method(operation, options))).rejects.toMatchObject({
        code,
        operationId: "op-1",
      });
    }
  });

  it.each<[phase: string, poll: Answer, resource: Answer, code: string]>([
    ["before the resource is read", late(60, succeeded), never, "DEADLINE_EXCEEDED"],
    ["inside the read of the resource", always(succeeded), late(60, failure(4)), "DEADLINE_EXCEEDED"],
    ["by a resource that does not exist", always(succeeded), always(failure(5)), "NOT_FOUND"],
    ["by a resource that may not be read", always(succeeded), always(failure(7)), "PERMISSION_DENIED"],
    ["by a server that is away", always(succeeded), always(failure(14)), "UNAVAILABLE"],
  ])("%s, from resource()", async (_, poll, read, code) => {
    const { clock, operation } = await start(poll, read);
    const reading = clock.run(resource(operation, limit));
    await expect(reading).rejects.toMatchObject({ code, operationId: "op-1" });
    await expect(reading).rejects.toThrow(/operation op-1/);
  });

  it("if its session is closed", async () => {
    for (const method of [wait, resource]) {
      const { clock, session, operation } = await start(always(running), never);
      const waiting = expect(method(operation, {})).rejects.toMatchObject({ operationId: "op-1" });
      await clock.advance(500);
      await session.close();
      await waiting;
    }
  });

  it("but the caller's own errors stay as they are", async () => {
    const own = new CallError({ code: "ABORTED", text: "mine" });
    for (const method of [wait, resource]) {
      const { clock, operation } = await start(always(running), never);
      const stop = new AbortController();
      const waiting = expect(method(operation, { signal: stop.signal })).rejects.toBe(own);
      await clock.advance(500);
      stop.abort(own);
      await waiting;
      const onProgress = (): never => {
        throw own;
      };
      const other = await start(always(running), never);
      await expect(other.clock.run(method(other.operation, { onProgress }))).rejects.toBe(own);
    }
  });
});
