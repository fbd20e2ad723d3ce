import { metrics, propagation, trace } from "@opentelemetry/api";
import { AlwaysOffSampler, BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { afterEach, describe, expect, it } from "vitest";
import { staticToken, tokenFromFunction } from "../auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { Telemetry, withContext } from "../../fixture/telemetry.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "../core/session-options.js";
import { enableOpenTelemetry, openTelemetryHooks } from "./opentelemetry.js";
import { codedError } from "../../../../test/coded-error.js";

function connectTo(options: SessionOptions) {
  return connectThings(openSession({ credentials: staticToken("token-1"), ...options }));
}

describe("metrics", () => {
  it("are the time of each call, its attempts and messages, the calls under way and the time of tokens", async () => {
    await using telemetry = new Telemetry();
    let turn = 0;
    const things = connectTo({
      hooks: openTelemetryHooks(telemetry.options),
      retry: { baseDelayMs: 1 },
      credentials: tokenFromFunction(() => "token-2"),
      transport: answering(async ({ method }) => {
        const active = (await telemetry.points())["stratus.client.call.active"]?.map(({ value }) => value);
        expect(active?.filter((value) => value === 1)).toHaveLength(1);
        if (method.name === "List") return failure(5);
        if (method.name === "Watch") return { ...makeReply(undefined), messages: texts() };
        return turn++ === 0 ? failure(14) : {};
      }),
    });
    await things.unary(methods.get, {});
    await expect(things.unary(methods.list, {})).rejects.toThrow(codedError("NOT_FOUND"));
    for await (const _ of things.serverStream(methods.watch, {})) continue;
    const points = await telemetry.points();
    const called = (name: string, code: string, more: object = {}) => ({
      "rpc.system.name": "grpc",
      "rpc.method": `acme.v1.ThingService/${name}`,
      "server.address": "things.store.api.example.com",
      "server.port": 443,
      "rpc.status_code": code,
      ...more,
    });
    const get = called("Get", "OK");
    const list = called("List", "NOT_FOUND", { "error.type": "NOT_FOUND" });
    const watch = called("Watch", "OK");
    const summed = (unit: string, attributes: object, sum: unknown) => ({
      unit,
      attributes,
      value: expect.objectContaining({ count: 1, sum }),
    });
    const short = expect.closeTo(0, 0);
    expect(points).toEqual({
      "rpc.client.call.duration": [get, list, watch].map((attributes) => summed("s", attributes, short)),
      "stratus.client.call.attempts": [
        summed("{attempt}", get, 2),
        summed("{attempt}", list, 1),
        summed("{attempt}", watch, 1),
      ],
      "stratus.client.call.active": [get, list, watch].map((attributes) => {
        const {
          "rpc.status_code": _code,
          "error.type": _type,
          ...started
        } = attributes as Record<string, unknown>;
        return { unit: "{call}", attributes: started, value: 0 };
      }),
      "stratus.client.call.sent_messages": [summed("{message}", watch, 1)],
      "stratus.client.call.received_messages": [summed("{message}", watch, 2)],
      "stratus.client.token.duration": [summed("s", {}, short)],
    });
  });

  it("have the unit and the name of the experimental conventions where these are asked for", async () => {
    await using telemetry = new Telemetry();
    const hooks = openTelemetryHooks({ ...telemetry.options, conventions: "experimental" });
    const answer = () => new Promise((resolve) => setTimeout(() => resolve({}), 20));
    await connectTo({ hooks, transport: answering(answer) }).unary(methods.get, {});
    const [point] = (await telemetry.points())["rpc.client.duration"] ?? [];
    expect(point).toMatchObject({ unit: "ms", value: { sum: expect.toSatisfy((sum) => sum > 10) } });
  });
});

describe("a trace that is not sampled", () => {
  it("goes on to the server as such, and calls are measured all the same", async () => {
    await using telemetry = new Telemetry();
    const tracerProvider = new BasicTracerProvider({ sampler: new AlwaysOffSampler() });
    const transport = answering(() => ({}));
    const hooks = openTelemetryHooks({ ...telemetry.options, tracerProvider });
    await connectTo({ hooks, transport }).unary(methods.get, {});
    expect(transport.calls[0]?.metadata.get("traceparent")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect((await telemetry.points())["rpc.client.call.duration"]).toHaveLength(1);
  });
});

describe("without options", () => {
  afterEach(() => {
    trace.disable();
    metrics.disable();
    propagation.disable();
  });

  it("spans and metrics go to the process's own SDK, also one that is set up after the session", async () => {
    await using telemetry = new Telemetry();
    const transport = answering(() => ({}));
    const things = connectTo({ hooks: openTelemetryHooks(), transport });
    await things.unary(methods.get, {});
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    metrics.setGlobalMeterProvider(telemetry.meterProvider);
    propagation.setGlobalPropagator(telemetry.propagator);
    await things.unary(methods.get, {});
    expect(telemetry.shown.map(({ parent }) => parent)).toEqual(["acme.v1.ThingService/Get", undefined]);
    expect((await telemetry.points())["rpc.client.call.duration"]).toHaveLength(1);
    expect(transport.calls.map((call) => call.metadata.has("traceparent"))).toEqual([false, true]);
  });
});

describe("options", () => {
  it.each<[what: string, options: object, message: RegExp, code: string]>([
    [
      "an unknown name",
      { tracer: 1 },
      /openTelemetryHooks: there is no "tracer"; the names are tracerProvider/,
      "OPTION_UNKNOWN",
    ],
    [
      "conventions that are none",
      { conventions: "old" },
      /conventions: "old" is not known/,
      "OPTION_INVALID",
    ],
  ])("with %s are refused", (_what, options, message, code) => {
    expect(() => openTelemetryHooks(options)).toThrow(codedError(code, message));
  });
});

async function* texts(): AsyncGenerator<object> {
  yield { text: "1" };
  yield { text: "2" };
}

describe("switched on for the process", () => {
  it("traces and measures sessions that exist already, until it is ended", async () => {
    await using telemetry = new Telemetry();
    const transport = answering(() => ({}));
    const things = connectTo({ transport, credentials: tokenFromFunction(() => "token-2") });
    const end = enableOpenTelemetry(telemetry.options);
    const leave = withContext();
    try {
      await things.unary(methods.get, {});
    } finally {
      end();
      leave();
    }
    await things.unary(methods.get, {});
    expect(telemetry.shown.map(({ name, parent }) => ({ name, parent }))).toEqual([
      { name: "access token", parent: "acme.v1.ThingService/Get" },
      { name: "Attempt.acme.v1.ThingService/Get", parent: "acme.v1.ThingService/Get" },
      { name: "acme.v1.ThingService/Get", parent: undefined },
    ]);
    const [first, second] = transport.calls.map(({ metadata }) => metadata.get("traceparent"));
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).toBeUndefined();
    const points = await telemetry.points();
    expect(points["rpc.client.call.duration"]).toHaveLength(1);
    expect(points["stratus.client.token.duration"]).toHaveLength(1);
  });

  it("refuses options that are none", () => {
    expect(() => enableOpenTelemetry({ tracer: 1 } as never)).toThrow(
      codedError("OPTION_UNKNOWN", '"tracer"'),
    );
  });
});
