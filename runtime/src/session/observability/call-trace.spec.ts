import { setTimeout as sleep } from "node:timers/promises";
import { context, trace } from "@opentelemetry/api";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { staticToken, tokenFromFunction } from "../auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { parentSeen, Telemetry, withContext } from "../../fixture/telemetry.fixture.js";
import { Refusal, TestServer } from "../../fixture/test-server.fixture.js";
import { localFailure } from "../../calls/error/status-error.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { Caller } from "../../calls/caller.js";
import type { SessionOptions } from "../core/session-options.js";
import { openTelemetryHooks } from "./opentelemetry.js";

const thing = { metadata: undefined, spec: undefined };
const server = { "server.address": "things.store.api.example.com", "server.port": 443 };
const rpc = (name: string) => ({
  "rpc.system.name": "grpc",
  "rpc.method": `acme.v1.ThingService/${name}`,
  ...server,
});

let telemetry: Telemetry;
beforeEach(() => {
  telemetry = new Telemetry();
});
afterEach(() => telemetry[Symbol.asyncDispose]());

let dropContext: () => void;
beforeAll(() => {
  dropContext = withContext();
});
afterAll(() => dropContext());

function connectTo(options: SessionOptions): Caller {
  return connectThings(
    openSession({
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1 },
      hooks: openTelemetryHooks(telemetry.options),
      ...options,
    }),
  );
}

/** Does something inside a span of the program's own. */
async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const tracer = telemetry.tracerProvider.getTracer("program");
  const span = tracer.startSpan(name);
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } finally {
    span.end();
  }
}

describe("the spans of a call", () => {
  it("are one of the call, under what is active, and one of each attempt, which the server is under", async () => {
    let turn = 0;
    await using server = await new TestServer()
      .unary(methods.get, () => {
        if (turn++ === 0) throw new Refusal(14, "down");
        return thing;
      })
      .listen();
    const things = connectTo(server.options);
    await inSpan("request of a user", () => things.unary(methods.get, { id: "1" }));
    const attempt = "Attempt.acme.v1.ThingService/Get";
    expect(telemetry.shown).toEqual([
      {
        name: "access token",
        parent: "acme.v1.ThingService/Get",
        attributes: { "stratus.credentials": "a static token" },
        status: "UNSET",
        message: undefined,
      },
      {
        name: attempt,
        parent: "acme.v1.ThingService/Get",
        attributes: {
          ...rpc("Get"),
          "previous-rpc-attempts": 0,
          "rpc.status_code": "UNAVAILABLE",
          "error.type": "UNAVAILABLE",
        },
        status: "ERROR",
        message: "down",
      },
      {
        name: attempt,
        parent: "acme.v1.ThingService/Get",
        attributes: { ...rpc("Get"), "previous-rpc-attempts": 1, "rpc.status_code": "OK" },
        status: "UNSET",
        message: undefined,
      },
      {
        name: "acme.v1.ThingService/Get",
        parent: "request of a user",
        attributes: { ...rpc("Get"), "rpc.status_code": "OK", "stratus.attempts": 2 },
        status: "UNSET",
        message: undefined,
      },
      { name: "request of a user", parent: undefined, attributes: {}, status: "UNSET", message: undefined },
    ]);
    expect(server.seen.map(parentSeen)).toEqual(telemetry.idsOf(attempt));
    expect(new Set(telemetry.spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    const [retry] = telemetry.spans[3]?.events ?? [];
    expect(retry).toMatchObject({
      name: "retry",
      attributes: {
        "rpc.status_code": "UNAVAILABLE",
        "error.type": "UNAVAILABLE",
        "stratus.retry.delay": expect.any(Number),
        "stratus.retry.pushback": false,
      },
    });
    expect(telemetry.spans.map((span) => span.kind)).toEqual([0, 2, 2, 2, 0]);
    expect(telemetry.spans[0]?.instrumentationScope).toMatchObject({ name: "@stratus/runtime" });
  });

  it("say of each retry why it was made, and whether the server asked for the delay", async () => {
    const answers = [
      localFailure("UNAVAILABLE", "", "unreached"),
      failure(14, "", { "grpc-retry-pushback-ms": "2" }),
      thing,
    ];
    await connectTo({ transport: answering(() => answers.shift()) }).unary(methods.get, {});
    const events = telemetry.spans.flatMap((span) => span.events);
    expect(events.map(({ attributes }) => attributes)).toEqual([
      {
        "rpc.status_code": "UNAVAILABLE",
        "error.type": "UNAVAILABLE",
        "stratus.client_reason": "CONNECT_FAILED",
        "stratus.retry.delay": expect.any(Number),
        "stratus.retry.pushback": false,
      },
      {
        "rpc.status_code": "UNAVAILABLE",
        "error.type": "UNAVAILABLE",
        "stratus.retry.delay": 0.002,
        "stratus.retry.pushback": true,
      },
    ]);
  });

  it("of calls made side by side do not mix", async () => {
    const transport = answering(async ({ message }) => {
      await sleep(5 - Number((message as { id: string }).id));
      return thing;
    });
    const things = connectTo({ transport });
    await things.unary(methods.get, { id: "5" });
    await Promise.all(
      ["1", "2", "3", "4"].map((id) => inSpan(`user ${id}`, () => things.unary(methods.get, { id }))),
    );
    const traceOf = (name: string) =>
      telemetry.spans.find((span) => span.name === name)?.spanContext().traceId;
    for (const id of ["1", "2", "3", "4"]) {
      const own = telemetry.spans.filter((span) => span.spanContext().traceId === traceOf(`user ${id}`));
      expect(own.map((span) => span.name)).toEqual([
        "Attempt.acme.v1.ThingService/Get",
        "acme.v1.ThingService/Get",
        `user ${id}`,
      ]);
      expect(own[0]?.parentSpanContext?.spanId).toBe(own[1]?.spanContext().spanId);
      expect(own[1]?.parentSpanContext?.spanId).toBe(own[2]?.spanContext().spanId);
    }
  });

  it("are active in the program's interceptors and in what gives its tokens", async () => {
    const active = (): string | undefined =>
      (trace.getSpan(context.active()) as { name?: string } | undefined)?.name;
    const seen: (string | undefined)[] = [];
    const things = connectTo({
      transport: answering(() => {
        seen.push(active());
        return thing;
      }),
      credentials: tokenFromFunction(async () => {
        seen.push(active());
        await sleep(5);
        return "token-2";
      }),
      interceptors: [
        (next) => (call) => {
          seen.push(active());
          return next(call);
        },
      ],
    });
    await things.unary(methods.get, { id: "1" });
    expect(active()).toBeUndefined();
    const name = "acme.v1.ThingService/Get";
    expect(seen).toEqual([name, name, `Attempt.${name}`]);
    expect(telemetry.shown[0]).toMatchObject({
      name: "access token",
      parent: name,
      attributes: { "stratus.credentials": "a function of the program" },
    });
  });

  it("leave a trace context alone that the caller sends itself", async () => {
    const transport = answering(() => thing);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await connectTo({ transport }).unary(methods.get, {}, { metadata: { traceparent } });
    expect(transport.calls[0]?.metadata.getAll("traceparent")).toEqual([traceparent]);
  });

  it("of the exchange of a token are those of a call of its own", async () => {
    const transport = answering(async ({ method }) => {
      if (method.name !== "Exchange") return thing;
      await sleep(5);
      return { access: "token-3", expiresIn: 900n };
    });
    const credentials = {
      description: "the test",
      fetchToken: (it: { exchange: Function; signal: AbortSignal }) =>
        it.exchange({ subject: { token: "jwt", type: "" } }, it.signal),
    };
    await connectTo({ transport, credentials }).unary(methods.get, { id: "1" });
    expect(telemetry.shown.map(({ name, parent }) => [name, parent])).toEqual([
      ["Attempt.acme.v1.TokenService/Exchange", "acme.v1.TokenService/Exchange"],
      ["acme.v1.TokenService/Exchange", "acme.v1.ThingService/Get"],
      ["access token", "acme.v1.ThingService/Get"],
      ["Attempt.acme.v1.ThingService/Get", "acme.v1.ThingService/Get"],
      ["acme.v1.ThingService/Get", undefined],
    ]);
  });
});

describe("the end of a call's span", () => {
  const last = () => telemetry.shown.at(-1);

  it.each<[what: string, code: number, name: string]>([
    ["a missing resource", 5, "NOT_FOUND"],
    ["a refusal", 7, "PERMISSION_DENIED"],
    ["a failure of the server", 13, "INTERNAL"],
    ["a number that gRPC does not know", 77, "UNKNOWN"],
  ])("names the code of %s", async (_what, code, name) => {
    const things = connectTo({ transport: answering(() => failure(code, "why")), retry: false });
    await expect(things.unary(methods.get, {})).rejects.toThrow();
    expect(last()).toMatchObject({
      status: "ERROR",
      message: expect.stringContaining("why"),
      attributes: { "rpc.status_code": name, "error.type": name, "stratus.attempts": 1 },
    });
  });

  it("says that the caller aborted", async () => {
    const stop = new AbortController();
    const transport = answering(() => {
      stop.abort(new Error("enough"));
      return stop.signal.reason;
    });
    const call = connectTo({ transport }).unary(methods.get, {}, { signal: stop.signal });
    await expect(call).rejects.toThrow("enough");
    expect(last()).toMatchObject({
      status: "ERROR",
      attributes: { "rpc.status_code": "CANCELLED", "error.type": "CANCELLED" },
    });
  });

  it("says what an interceptor of the program threw, and that nothing was sent", async () => {
    const things = connectTo({
      transport: answering(() => thing),
      interceptors: [
        () => () => {
          throw new RangeError("no more today");
        },
      ],
    });
    await expect(things.unary(methods.get, {})).rejects.toThrow(RangeError);
    expect(last()).toMatchObject({
      status: "ERROR",
      message: "no more today",
      attributes: { "rpc.status_code": "UNKNOWN", "error.type": "RangeError", "stratus.attempts": 0 },
    });
  });

  it("names the request where the server does", async () => {
    const transport = answering(() => failure(9, "", { "x-request-id": "r-1" }));
    await expect(connectTo({ transport }).unary(methods.get, {})).rejects.toThrow();
    expect(telemetry.shown.at(-2)?.attributes).toMatchObject({ "stratus.request_id": "r-1" });
  });

  it("shows the experimental conventions where they are asked for", async () => {
    const hooks = openTelemetryHooks({ ...telemetry.options, conventions: "experimental" });
    const things = connectTo({ transport: answering(() => failure(5)), hooks });
    await expect(things.unary(methods.get, {})).rejects.toThrow();
    expect(last()?.attributes).toEqual({
      "rpc.system": "grpc",
      "rpc.service": "acme.v1.ThingService",
      "rpc.method": "Get",
      "rpc.grpc.status_code": 5,
      "error.type": "NOT_FOUND",
      "stratus.attempts": 1,
      ...server,
    });
  });
});
