import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { CallError } from "../error/call-error.js";
import { goodSpec, ruledMethods } from "../../fixture/ruled-api.fixture.js";
import { connectThings, openSession } from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import type { Interceptor } from "./interceptor.js";
import { codedError } from "../../../../test/coded-error.js";

const { create, update, upload, watch } = ruledMethods;

function setUp(
  options: Partial<SessionOptions> = {},
  answer: (call: { message: unknown }) => unknown = () => ({}),
) {
  const transport = answering(answer);
  const warnings: string[] = [];
  const session = openSession({
    transport,
    credentials: staticToken("token-1"),
    retry: false,
    logger: { warn: (_, message) => void warnings.push(message) },
    ...options,
  });
  return { calls: transport.calls, warnings, api: connectThings(session) };
}

const caught = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`no CallError: ${String(error)}`);
  return error;
};

const nameless = { spec: { ...goodSpec, name: "" } };
const tooLong = { spec: { ...goodSpec, name: "longer" } };
const maxLen = { path: "spec.name", rule: "string.max_len", text: "must have at most 5 characters" };
const refused = (): Error => failure(3, "bad name");

describe("a request", () => {
  it("that keeps the rules is sent", async () => {
    const { calls, api } = setUp();
    await api.unary(create, { spec: goodSpec });
    expect(calls).toHaveLength(1);
  });

  it("that lacks what is required is not sent", async () => {
    const { calls, api } = setUp();
    const error = await caught(api.unary(create, nameless));
    expect(calls).toHaveLength(0);
    expect(error).toMatchObject({
      name: "AcmeError",
      code: "INVALID_ARGUMENT",
      attempts: 0,
      mayHaveReachedServer: false,
      method: "acme.v1.RuledService/Create",
      text: "the request was not sent: spec.name must be set",
      violations: [{ path: "spec.name", rule: "required", text: "must be set" }],
    });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ violations: error.violations });
  });

  it("that a newer server may take is sent, and its refusal explained", async () => {
    const { calls, api } = setUp({}, refused);
    const error = await caught(api.unary(create, tooLong));
    expect(calls).toHaveLength(1);
    expect(error.violations).toEqual([maxLen]);
    expect(error.text).toBe(
      "bad name; the request violates validation rules: spec.name must have at most 5 characters",
    );
  });

  it("that the server refuses for another reason is not explained", async () => {
    const { api } = setUp({}, () => failure(5, "no such parent"));
    const error = await caught(api.unary(create, tooLong));
    expect([error.code, error.text, error.violations]).toEqual(["NOT_FOUND", "no such parent", []]);
  });

  it.each([
    ["refuse", 0, [maxLen], 0],
    ["warn", 1, [maxLen], 1],
    ["explain", 1, [maxLen], 0],
    ["off", 1, [], 0],
  ] as const)(
    "is treated as validate: %j asks, of the session",
    async (validate, sent, violations, warned) => {
      const { calls, warnings, api } = setUp({ validate }, refused);
      const error = await caught(api.unary(create, tooLong));
      expect([calls.length, error.violations, warnings.length]).toEqual([sent, violations, warned]);
    },
  );

  it("is treated as the call asks before the session", async () => {
    const { calls, warnings, api } = setUp({ validate: "refuse" });
    await api.unary(create, nameless, { validate: "off" });
    await api.unary(create, nameless, { validate: "explain" });
    await api.unary(create, nameless, { validate: "warn" });
    expect(calls).toHaveLength(3);
    expect(warnings).toEqual([
      "acme.v1.RuledService/Create: the request violates validation rules: spec.name must be set",
    ]);
  });

  it("is refused with a choice that there is not", async () => {
    const { api } = setUp();
    const call = api.unary(create, nameless, { validate: "on" as never });
    await expect(call).rejects.toThrow(codedError("OPTION_INVALID", "refuse, warn, explain, off"));
    expect(() => setUp({ validate: "on" as never })).toThrow(
      codedError("OPTION_INVALID", 'validate: "on" is none'),
    );
  });

  it("is looked at as it is after all interceptors, once for all attempts", async () => {
    const naming: Interceptor = (next) => (call) => next({ ...call, message: { spec: goodSpec } });
    let attempts = 0;
    const flaky = (): unknown => (++attempts < 3 ? failure(14) : {});
    const { calls, api } = setUp({ interceptors: [naming], retry: { baseDelayMs: 1, maxDelayMs: 1 } }, flaky);
    await api.unary(create, nameless);
    expect(calls).toHaveLength(3);
  });
});

describe("an Update", () => {
  it("is held against what it carries and clears", async () => {
    const { calls, api } = setUp();
    // The mask is empty: all else stays as it is.
    await api.unary(update, { spec: { cpu: 4 } }, { resetMask: "" });
    const error = await caught(api.unary(update, { spec: { cpu: 4 } }, { resetMask: "spec.name" }));
    expect(error.violations.map(({ path }) => path)).toEqual(["spec.name"]);
    expect(calls).toHaveLength(1);
  });

  it("of the whole resource clears what it does not carry", async () => {
    const { api } = setUp();
    const error = await caught(api.unary(update, update.request.create({ spec: { cpu: 4 } })));
    expect(error.violations.map(({ path }) => path)).toEqual([
      "spec.name",
      "spec.password",
      "spec.disk",
      "spec.place",
    ]);
  });
});

describe("a stream", () => {
  it("of requests ends with the first that lacks what is required", async () => {
    const read: unknown[] = [];
    const { api } = setUp({}, async (call) => {
      for await (const message of (call as unknown as { messages: AsyncIterable<unknown> }).messages)
        read.push(message);
      return {};
    });
    const error = await caught(api.clientStream(upload, [{ spec: goodSpec }, nameless, { spec: goodSpec }]));
    expect(error.violations).toEqual([{ path: "spec.name", rule: "required", text: "must be set" }]);
    expect(read).toHaveLength(1);
  });

  it("of answers says at its end which rules the request broke", async () => {
    async function* ended(): AsyncIterable<unknown> {
      yield { id: "1" };
      throw refused();
    }
    const { api } = setUp({}, () => ({ header: new Map(), trailer: new Map(), messages: ended() }));
    const stream = api.serverStream(watch, tooLong);
    const seen: unknown[] = [];
    const error = await caught(
      (async () => {
        for await (const one of stream) seen.push(one);
      })(),
    );
    expect(seen).toHaveLength(1);
    expect(error.violations).toEqual([maxLen]);
  });
});
