import { OptionsError } from "../../base/text/options-error.js";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";

const names = "signal, timeoutMs, attemptTimeoutMs, metadata, idempotencyKey, retry, parentId, validate";

function client() {
  const transport = answering(() => ({}));
  const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
  return { transport, things };
}

describe("an option of a call that says nothing is refused before anything is sent", () => {
  it.each<[options: unknown, text: string]>([
    [{ timeout: 5 }, 'a call has no option "timeout"; did you mean "timeoutMs"?'],
    [{ parentid: "p" }, 'a call has no option "parentid"; did you mean "parentId"?'],
    [{ headers: {} }, `a call has no option "headers"; the names are ${names}`],
    [
      { resetMask: "spec" },
      "resetMask: acme.v1.ThingService/Get is not an Update, so that nothing is reset; leave it out",
    ],
    [
      { resetMask: undefined },
      "resetMask: acme.v1.ThingService/Get is not an Update, so that nothing is reset; leave it out",
    ],
    [
      { strict: true },
      "strict: acme.v1.ThingService/Get is not an Update, so that nothing is reset; leave it out",
    ],
    [null, "options of a call are an object such as { timeoutMs: 5000 }, got null"],
    ["5s", 'options of a call are an object such as { timeoutMs: 5000 }, got "5s"'],
  ])("of a call that is not an Update: %j", async (options, text) => {
    const { things, transport } = client();
    const call = things.unary(methods.get, { id: "1" }, options as object);
    await expect(call).rejects.toMatchObject({
      name: "OptionsError",
      message: expect.stringMatching(/^acme\.v1\.ThingService\/(?:Get|Set): /),
    });
    await expect(call).rejects.toThrow(text);
    expect(transport.calls).toEqual([]);
  });

  it.each<[options: object, text: string]>([
    [{ resetmask: "" }, 'a call has no option "resetmask"; did you mean "resetMask"?'],
    [{ reset_mask: "" }, 'a call has no option "reset_mask"; did you mean "resetMask"?'],
    [{ mask: "" }, `a call has no option "mask"; the names are ${names}, resetMask, strict, carry`],
    [
      { resetMask: undefined },
      'resetMask: undefined is not a mask; leave the option out to replace the whole resource, or write "" to change only what is sent',
    ],
    [{ strict: true }, "strict: it says how resetMask is taken, and there is none; leave it out or add one"],
    [{ resetMask: "", strict: "no" }, 'strict: "no" is neither true nor false'],
  ])("of an Update: %j", async (options, text) => {
    const { things, transport } = client();
    const call = things.unary(methods.set, { metadata: { id: "1" } }, options);
    await expect(call).rejects.toMatchObject({
      name: "OptionsError",
      message: expect.stringMatching(/^acme\.v1\.ThingService\/(?:Get|Set): /),
    });
    await expect(call).rejects.toThrow(text);
    expect(transport.calls).toEqual([]);
  });

  it("of a stream", async () => {
    const { things } = client();
    const read = things.serverStream(methods.watch, {}, { timeout: 5 } as object).withResponse();
    await expect(read).rejects.toBeInstanceOf(OptionsError);
    const upload = things.clientStream(methods.upload, [{}], { timeout: 5 } as object);
    await expect(upload).rejects.toBeInstanceOf(OptionsError);
  });

  it("but options that are undefined are left out", async () => {
    const { things, transport } = client();
    const options = { signal: undefined, timeoutMs: undefined, metadata: undefined, parentId: undefined };
    await things.unary(methods.get, { id: "1" }, { ...options, retry: undefined, idempotencyKey: undefined });
    expect(transport.calls.length).toBe(1);
  });
});
