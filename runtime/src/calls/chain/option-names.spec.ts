import type { RuntimeErrorCode } from "../../base/text/error-codes.js";
import { OptionsError } from "../../base/text/options-error.js";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const names =
  "signal, timeoutMs, attemptTimeoutMs, waitForReady, metadata, idempotencyKey, retry, parentId, validate";

function client() {
  const transport = answering(() => ({}));
  const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
  return { transport, things };
}

describe("an option of a call that says nothing is refused before anything is sent", () => {
  it.each<[options: unknown, code: RuntimeErrorCode, option: string | undefined]>([
    [{ timeout: 5 }, "OPTION_UNKNOWN", "timeout"],
    [{ parentid: "p" }, "OPTION_UNKNOWN", "parentid"],
    [{ headers: {} }, "OPTION_UNKNOWN", "headers"],
    [{ resetMask: "spec" }, "UNSUPPORTED", "resetMask"],
    [{ resetMask: undefined }, "UNSUPPORTED", "resetMask"],
    [{ strict: true }, "UNSUPPORTED", "strict"],
    [null, "ARGUMENT_INVALID", undefined],
    ["5s", "ARGUMENT_INVALID", undefined],
  ])("of a call that is not an Update: %j", async (options, code, option) => {
    const { things, transport } = client();
    const call = things.unary(methods.get, { id: "1" }, options as object);
    await expect(call).rejects.toMatchObject({
      name: "OptionsError",
      code,
      option,
      message: expect.stringMatching(/^acme\.v1\.ThingService\/(?:Get|Set): /),
    });
    expect(transport.calls).toEqual([]);
  });

  it.each<[options: object, code: RuntimeErrorCode, option: string]>([
    [{ resetmask: "" }, "OPTION_UNKNOWN", "resetmask"],
    [{ reset_mask: "" }, "OPTION_UNKNOWN", "reset_mask"],
    [{ mask: "" }, "OPTION_UNKNOWN", "mask"],
    [{ resetMask: undefined }, "OPTION_INVALID", "resetMask"],
    [{ strict: true }, "OPTION_CONFLICT", "strict"],
    [{ resetMask: "", strict: "no" }, "OPTION_INVALID", "strict"],
  ])("of an Update: %j", async (options, code, option) => {
    const { things, transport } = client();
    const call = things.unary(methods.set, { metadata: { id: "1" } }, options);
    await expect(call).rejects.toMatchObject({
      name: "OptionsError",
      code,
      option,
      message: expect.stringMatching(/^acme\.v1\.ThingService\/(?:Get|Set): /),
    });
    expect(transport.calls).toEqual([]);
  });

  it.each([
    ["resetmask", 'did you mean "resetMask"?'],
    ["mask", `the names are ${names}, resetMask, strict, carry`],
  ])("and the error suggests names in place of %s", async (name, hint) => {
    const call = client().things.unary(methods.set, { metadata: { id: "1" } }, { [name]: "" });
    await expect(call).rejects.toThrow(codedError("OPTION_UNKNOWN", hint));
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
