import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";
import type {
  AttemptEvent,
  AttemptObserver,
  CallEvent,
  CallObserver,
  EndEvent,
  Observer,
  TokenEvent,
  WaitEvent,
} from "../../calls/chain/hooks.js";
import { showText } from "../../base/text/secret-text.js";
import type { CallMetrics } from "./call-metrics.js";
import { readOutcome, type CallOutcome } from "./call-outcome.js";
import type { RpcConventions } from "./rpc-conventions.js";

/** The dependencies of spans. */
export interface TraceParts {
  readonly tracer: Tracer;
  /** Writes the context of an attempt into its headers; undefined for the process's own. */
  readonly propagator: TextMapPropagator | undefined;
  readonly conventions: RpcConventions;
}

/** A span of the call under what is active where it is made, and one of each attempt under that. */
export function traceCall(parts: TraceParts, metrics: CallMetrics, event: CallEvent): CallObserver {
  const { tracer, conventions } = parts;
  const attributes = conventions.callAttributes(event);
  const parent = context.active();
  const span = tracer.startSpan(event.method, { kind: SpanKind.CLIENT, attributes }, parent);
  const inCall = trace.setSpan(parent, span);
  metrics.start(attributes);
  return {
    run: (work) => context.with(inCall, work),
    onAttempt: (attempt) => traceAttempt(parts, { attempt, attributes, inCall }),
    onRetry({ error, delayMs, isPushback }) {
      span.addEvent("retry", {
        ...conventions.endAttributes(readOutcome({ error, isCancelled: false })),
        ...(error.clientReason === undefined ? {} : { "stratus.client_reason": error.clientReason }),
        "stratus.retry.delay": delayMs / 1000,
        "stratus.retry.pushback": isPushback,
      });
    },
    onEnd(ended) {
      const outcome = readOutcome(ended);
      const atEnd = conventions.endAttributes(outcome);
      metrics.end(ended, attributes, { ...attributes, ...atEnd });
      span.setAttributes({ ...atEnd, "stratus.attempts": ended.attempts });
      if (ended.kind !== "unary") {
        span.setAttributes({
          "stratus.messages.sent": ended.sentMessages,
          "stratus.messages.received": ended.receivedMessages,
        });
      }
      endSpan(span, outcome);
    },
  };
}

interface Attempt {
  readonly attempt: AttemptEvent;
  readonly attributes: Attributes;
  readonly inCall: Context;
}

/** One attempt: its name and its number are those of gRPC's own traces (gRFC A72). */
function traceAttempt(parts: TraceParts, { attempt, attributes, inCall }: Attempt): AttemptObserver {
  const options = {
    kind: SpanKind.CLIENT,
    attributes: { ...attributes, "previous-rpc-attempts": attempt.attempt - 1 },
  };
  const span = parts.tracer.startSpan(`Attempt.${attempt.method}`, options, inCall);
  const inAttempt = trace.setSpan(inCall, span);
  return {
    metadata: traceHeaders(inAttempt, parts.propagator),
    run: (work) => context.with(inAttempt, work),
    onEnd(ended) {
      const outcome = readOutcome(ended);
      span.setAttributes(parts.conventions.endAttributes(outcome));
      if (ended.requestId !== undefined) {
        span.setAttribute("stratus.request_id", showText(ended.requestId, 200));
      }
      endSpan(span, outcome);
    },
  };
}

/**
 * A span of a request for a token, under the call that started it. It is made
 * when the request is over, with the time that it took.
 */
export function traceToken({ tracer }: TraceParts, event: TokenEvent): void {
  const outcome = readOutcome({ error: event.error, isCancelled: false });
  const span = tracer.startSpan(
    "access token",
    {
      kind: SpanKind.INTERNAL,
      startTime: Date.now() - event.durationMs,
      attributes: { "stratus.credentials": showText(event.credentials, 200) },
    },
    context.active(),
  );
  if (outcome.errorType !== undefined) span.setAttribute("error.type", outcome.errorType);
  endSpan(span, outcome);
}

/** A span of a wait for an operation, under which are the calls that read it. */
export function traceWait(
  { tracer }: TraceParts,
  metrics: CallMetrics,
  event: WaitEvent,
): Observer<EndEvent> {
  const parent = context.active();
  const rpc = event.method === undefined ? {} : { "rpc.method": event.method };
  const attributes = { ...rpc, "stratus.operation.id": showText(event.operationId, 200) };
  const span = tracer.startSpan(`Wait.${event.method ?? "operation"}`, { attributes }, parent);
  const inWait = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(inWait, work),
    onEnd(ended) {
      const outcome = readOutcome(ended);
      const atEnd = outcome.errorType === undefined ? {} : { "error.type": outcome.errorType };
      metrics.wait(ended, { ...rpc, ...atEnd });
      span.setAttributes(atEnd);
      endSpan(span, outcome);
    },
  };
}

function endSpan(span: Span, { errorType, text }: CallOutcome): void {
  if (errorType !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, ...(text ? { message: text } : {}) });
  }
  span.end();
}

function traceHeaders(inAttempt: Context, propagator: TextMapPropagator | undefined): [string, string][] {
  const headers: [string, string][] = [];
  const setter = {
    set: (carrier: [string, string][], name: string, value: string) => void carrier.push([name, value]),
  };
  if (propagator) propagator.inject(inAttempt, headers, setter);
  else propagation.inject(inAttempt, headers, setter);
  return headers;
}
