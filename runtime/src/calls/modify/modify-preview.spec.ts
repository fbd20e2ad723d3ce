import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const setting = { get: methods.get, update: methods.set };
const thing: Thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "old", password: "" },
};

function setUp() {
  const transport = answering((_call: OutgoingCall) => structuredClone(thing));
  const session = openSession({ transport, credentials: staticToken("t"), clock: new TestClock() });
  return { things: connectThings(session), names: () => transport.calls.map(({ method }) => method.name) };
}

describe("the preview of a modify", () => {
  it("reads, sends no update, and says what would be sent and what would be", async () => {
    const { things, names } = setUp();
    const change = ({ spec }: Thing): void => void Object.assign(spec ?? {}, { size: 9, note: "" });
    const preview = await things.previewModify(setting, { id: "t1" }, change);
    expect(names()).toEqual(["Get"]);
    expect(preview).toMatchObject({
      isUnchanged: false,
      request: { metadata: { id: "t1", resourceVersion: 7n }, spec: { size: 9, note: "" } },
      before: thing,
      after: { ...thing, spec: { size: 9, note: "", password: "" } },
    });
    expect(preview.resetMask.toString()).toBe("spec.note");
  });

  it("takes the options of modify, and what its callback returns", async () => {
    const { things } = setUp();
    const change = (one: Thing) => ({ ...one, spec: { ...one.spec, size: 9 } });
    const options = { conflictAttempts: 2, timeoutMs: 1_000 };
    expect((await things.previewModify(setting, { id: "t1" }, change, options)).after.spec?.size).toBe(9);
    const call = things.previewModify(setting, { id: "t1" }, () => undefined);
    expect((await call.withResponse()).data.isUnchanged).toBe(true);
    const wrong = things.previewModify(setting, { id: "t1" }, () => undefined, { timeout: 5 } as object);
    await expect(wrong).rejects.toThrow(codedError("OPTION_UNKNOWN", /did you mean "timeoutMs"/));
  });

  it("refuses what modify refuses", async () => {
    const { things } = setUp();
    const change = ({ metadata }: Thing): void => void Object.assign(metadata ?? {}, { id: "t2" });
    await expect(things.previewModify(setting, { id: "t1" }, change)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
    });
  });

  it("shows no secret where it is printed", async () => {
    const { things } = setUp();
    const change = ({ spec }: Thing): void => void Object.assign(spec ?? {}, { password: "hunter2" });
    const preview = await things.previewModify(setting, { id: "t1" }, change);
    expect(preview.request.spec?.password).toBe("hunter2");
    for (const text of [JSON.stringify(preview), inspect(preview, { depth: 9 }), inspect({ preview })]) {
      expect(text).not.toContain("hunter2");
      expect(text).toContain("[hidden]");
    }
  });
});
