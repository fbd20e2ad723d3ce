import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, it } from "vitest";
import { telemetryHooks } from "./opentelemetry.js";
import { OptionsError } from "./options-error.js";
import { getThing, json, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

const retry = { baseDelayMs: 1, maxDelayMs: 2, maxAttempts: 2 };

it("makes a span of a call, one of each attempt, and a histogram, by the conventions for HTTP", async () => {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const propagator = new W3CTraceContextPropagator();
  await using server = await startServer((_, response, count) =>
    count === 1 ? json(response, 503, {}) : json(response, 200, { id: 1 }),
  );
  const hooks = telemetryHooks("@acme/things", { tracerProvider, meterProvider, propagator });
  await new Session({ baseUrl: server.url, retry, hooks }).call(getThing, { values: ["secret-key"] });
  const { hostname, port } = new URL(server.url);
  const known = {
    "http.request.method": "GET",
    "server.address": hostname,
    "server.port": Number(port),
    "url.template": "/things/{key}",
  };
  const done = spans.getFinishedSpans();
  expect(done.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["GET /things/{key}", { ...known, "http.response.status_code": 503, "error.type": "503" }],
    ["GET /things/{key}", { ...known, "http.response.status_code": 200, "http.request.resend_count": 1 }],
    ["things.get", { ...known, "http.response.status_code": 200 }],
  ]);
  const [first, second, call] = done.map((span) => span.spanContext());
  expect(done.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
    call?.spanId,
    call?.spanId,
    undefined,
  ]);
  expect(server.seen.map(({ headers }) => headers["traceparent"])).toEqual(
    [first, second].map((one) => `00-${one?.traceId}-${one?.spanId}-01`),
  );
  await reader.forceFlush();
  const [metric] = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ scope, metrics }) => metrics.map((one) => ({ scope: scope.name, ...one }))),
    );
  expect(metric).toMatchObject({
    scope: "@acme/things",
    descriptor: { name: "http.client.request.duration", unit: "s" },
    dataPoints: [{ attributes: { "error.type": "503" } }, { attributes: known }],
  });
  await meterProvider.shutdown();
});

it("refuses names that are no options", () => {
  expect(() => telemetryHooks("a", { tracer: undefined } as object)).toThrow(OptionsError);
});
