import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";

const setting = { get: methods.get, update: methods.set };

const thing = (version: bigint, size: number, note = ""): Thing => ({
  metadata: { id: "t1", parentId: "p", resourceVersion: version },
  spec: { size, note, password: "" },
});
const lost = failure(14, "the answer was lost");
const conflict = failure(10, "somebody was faster", { "x-request-id": "r-9" });

/** A server that answers Get and Set from two lists; the last answer is repeated. */
function setUp(gets: readonly Thing[], sets: readonly unknown[]) {
  const turns = { Get: 0, Set: 0 };
  const transport = answering(({ method }: OutgoingCall) => {
    const [name, list] = method.name === "Get" ? (["Get", gets] as const) : (["Set", sets] as const);
    const answer = list[Math.min(turns[name]++, list.length - 1)];
    return answer instanceof Error ? answer : structuredClone(answer);
  });
  const clock = new TestClock();
  const session = openSession({ transport, credentials: staticToken("token-1"), clock });
  const things = connectThings(session);
  const run = (options = {}) =>
    clock.run(Promise.resolve(things.modifyNow(setting, { id: "t1" }, grow, options)));
  const updates = () => transport.calls.filter(({ method }) => method.name === "Set");
  const keys = () => updates().map(({ metadata }) => metadata.get("x-idempotency-key"));
  const sizes = () => updates().map(({ message }) => (message as Thing).spec?.size);
  return { run, keys, sizes };
}

const grow = ({ spec }: Thing): void => {
  if (spec) spec.size += 1;
};

describe("modify after an answer was lost", () => {
  it("knows its own change by the key, and does not make it again", async () => {
    const { run, keys, sizes } = setUp([thing(7n, 4), thing(8n, 5)], [lost, conflict, thing(8n, 5)]);
    expect((await run()).spec?.size).toBe(5);
    expect(sizes()).toEqual([5, 5, 5]);
    expect(new Set(keys()).size).toBe(1);
  });

  it("makes it again if the version that was read is still there", async () => {
    const { run, keys, sizes } = setUp([thing(7n, 4)], [lost, conflict, thing(8n, 5)]);
    await run();
    expect(sizes()).toEqual([5, 5, 5]);
    const [first, second, third] = keys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("does not forget that change when the version moves only later", async () => {
    const gets = [thing(7n, 4), thing(7n, 4), thing(8n, 5)];
    const { run, sizes, keys } = setUp(gets, [lost, conflict, conflict]);
    await expect(run()).rejects.toMatchObject({ code: "UNKNOWN", unknownOutcome: { versionRead: 7n } });
    // The last one asks for the key of the first.
    expect(sizes()).toEqual([5, 5, 5, 5]);
    expect(keys()[3]).toBe(keys()[0]);
  });

  it("makes it again if exactly one change was counted, which cannot be it", async () => {
    const { run, sizes } = setUp([thing(7n, 4), thing(8n, 4, "theirs")], [lost, conflict, thing(9n, 5)]);
    await run();
    expect(sizes()).toEqual([5, 5, 5]);
  });

  it.each([
    ["the same content", thing(8n, 5)],
    ["another content, with more than one change between", thing(9n, 4, "theirs")],
    ["no version", thing(0n, 5)],
  ])("says that it may have been applied if all that is there is %s", async (_, now) => {
    const { run } = setUp([thing(now.metadata?.resourceVersion === 0n ? 0n : 7n, 4), now], [lost, conflict]);
    await expect(run()).rejects.toMatchObject({
      name: "AcmeError",
      code: "UNKNOWN",
      mayHaveReachedServer: true,
      message: expect.stringMatching(/the response was lost, so the change may have been applied/),
      unknownOutcome: { resource: now },
    });
  });

  it("names the version that was read, the one that is there, and the request", async () => {
    const { run } = setUp([thing(7n, 4), thing(8n, 5)], [lost, conflict]);
    await expect(run()).rejects.toMatchObject({
      requestId: "r-9",
      message: expect.stringMatching(/it was made for version 7\. The resource now has version 8/),
      unknownOutcome: { versionRead: 7n },
    });
  });

  it("says so too when it may not try again", async () => {
    const { run, sizes } = setUp([thing(7n, 4), thing(9n, 4)], [lost, conflict]);
    await expect(run({ conflictAttempts: 1 })).rejects.toMatchObject({ code: "UNKNOWN" });
    const known = setUp([thing(7n, 4), thing(8n, 4)], [lost, conflict]);
    // A rival was faster: that is certain, so the conflict is the whole story.
    await expect(known.run({ conflictAttempts: 1 })).rejects.toMatchObject({ code: "ABORTED" });
    expect(sizes()).toEqual([5, 5, 5]);
  });

  it("does not take a plain conflict for its own change", async () => {
    const { run, sizes } = setUp([thing(7n, 4), thing(8n, 5)], [conflict, thing(9n, 6)]);
    await run();
    expect(sizes()).toEqual([5, 6]);
  });
});
