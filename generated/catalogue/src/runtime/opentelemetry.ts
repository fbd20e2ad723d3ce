/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import {
  type MeterProvider,
  type TextMapPropagator,
  type TracerProvider,
  context,
  defaultTextMapSetter,
  propagation,
  SpanKind,
  trace,
  type Attributes,
  metrics,
  type Histogram,
  SpanStatusCode,
  type Span,
} from "@opentelemetry/api";
import { CatalogueError, checkNames } from "./core.js";
import type { AttemptEvent, CallEvent, CallObserver, EndEvent, Hooks } from "./core.js";

export interface OpenTelemetryOptions {
  readonly tracerProvider?: TracerProvider | undefined;
  readonly meterProvider?: MeterProvider | undefined;
  readonly propagator?: TextMapPropagator | undefined;
}

const optionTable: Readonly<Record<keyof OpenTelemetryOptions, true>> = {
  tracerProvider: true,
  meterProvider: true,
  propagator: true,
};

const secondBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export function telemetryHooks(scope: string, options: OpenTelemetryOptions): Hooks {
  checkNames(options, Object.keys(optionTable), "openTelemetryHooks: ");
  const { tracerProvider, meterProvider, propagator = propagation } = options;
  const tracer = (tracerProvider ?? trace).getTracer(scope);
  const findHistogram = makeHistogramFinder(scope, meterProvider);
  return {
    observe(call): CallObserver {
      const attributes = describeCall(call);
      const parent = context.active();
      const span = tracer.startSpan(call.operation, { kind: SpanKind.INTERNAL, attributes }, parent);
      const inCall = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(inCall, work),
        onAttempt(event: AttemptEvent) {
          const resent = event.attempt > 1 ? { "http.request.resend_count": event.attempt - 1 } : {};
          const kind = SpanKind.CLIENT;
          const name = `${call.method} ${call.route}`;
          const inner = tracer.startSpan(name, { kind, attributes: { ...attributes, ...resent } }, inCall);
          const inAttempt = trace.setSpan(inCall, inner);
          const headers: Record<string, string> = {};
          propagator.inject(inAttempt, headers, defaultTextMapSetter);
          return {
            headers,
            run: (work) => context.with(inAttempt, work),
            onEnd(event) {
              const atEnd = endSpan(inner, event);
              findHistogram().record(event.durationMs / 1000, { ...attributes, ...atEnd });
            },
          };
        },
        onRetry: ({ delayMs }) => void span.addEvent("retry", { "stratus.retry.delay": delayMs / 1000 }),
        onEnd: (event) => void endSpan(span, event),
      };
    },
  };
}

function describeCall({ method, route, endpoint }: CallEvent): Attributes {
  const colon = endpoint.lastIndexOf(":");
  return {
    "http.request.method": method,
    "server.address": endpoint.slice(0, colon),
    "server.port": Number(endpoint.slice(colon + 1)),
    "url.template": route,
  };
}

function makeHistogramFinder(scope: string, given: MeterProvider | undefined): () => Histogram {
  let latest: { readonly provider: MeterProvider; readonly histogram: Histogram } | undefined;
  return () => {
    const provider = given ?? metrics.getMeterProvider();
    if (latest?.provider !== provider) {
      const histogram = provider.getMeter(scope).createHistogram("http.client.request.duration", {
        description: "Duration of HTTP client requests",
        unit: "s",
        advice: { explicitBucketBoundaries: secondBounds },
      });
      latest = { provider, histogram };
    }
    return latest.histogram;
  };
}

function endSpan(span: Span, { error, isCancelled, status }: EndEvent): Attributes {
  const isErrorStatus = status !== undefined && status >= 400;
  const errorType = isCancelled ? "CANCELLED" : isErrorStatus ? String(status) : describeErrorType(error);
  const attributes = {
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(errorType === undefined ? {} : { "error.type": errorType }),
  };
  span.setAttributes(attributes);
  if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return attributes;
}

function describeErrorType(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (error instanceof CatalogueError) return error.code;
  return error instanceof Error ? error.name.slice(0, 100) : "_OTHER";
}
