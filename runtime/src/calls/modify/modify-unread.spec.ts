import { describe, expect, it, vi } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";

// As in a page whose network is gone, or whose files are those of another version by now.
vi.mock("./write-outcome.js", () => {
  throw new Error("offline");
});

describe("modify after an answer was lost, without the part that finds out whose change it was", () => {
  it("says that the change may have been applied, and what is there now", async () => {
    const thing: Thing = {
      metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
      spec: { size: 4, note: "", password: "" },
    };
    const answers = [failure(14, "the answer was lost"), failure(10, "somebody was faster")];
    const transport = answering(({ method }) =>
      method.name === "Get" ? structuredClone(thing) : (answers.shift() ?? expect.unreachable()),
    );
    const clock = new TestClock();
    const session = openSession({ transport, credentials: staticToken("token-1"), clock });
    const grow = ({ spec }: Thing): void => {
      if (spec) spec.size += 1;
    };
    const setting = { get: methods.get, update: methods.set };
    const run = connectThings(session).modifyNow(setting, { id: "t1" }, grow);
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject({
      code: "UNKNOWN",
      unknownOutcome: { versionRead: 7n, resource: thing },
    });
    expect(transport.calls.map(({ method }) => method.name)).toEqual(["Get", "Set", "Set", "Get"]);
  });
});
