/**
 * `@stratus/runtime/opentelemetry`: spans and metrics of a session's calls. It
 * alone needs `@opentelemetry/api`; nothing else of the runtime loads that.
 *
 * @module
 */
import { trace, type MeterProvider, type TextMapPropagator, type TracerProvider } from "@opentelemetry/api";
import type { CallEvent, Hooks, TokenEvent, WaitEvent } from "../../calls/chain/hooks.js";
import { describe } from "../../base/text/value-text.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { runtimeVersion } from "../core/user-agent.js";
import { type ChannelEvents, channels } from "../core/channels.js";
import { readMetrics } from "./call-metrics.js";
import { traceCall, traceToken, traceWait, type TraceParts } from "./call-trace.js";
import { rpcConventions, scopeName } from "./rpc-conventions.js";

/** What spans and metrics are made with. All may be left out. */
export interface OpenTelemetryOptions {
  /** Takes the spans. Default: the process's own, as `@opentelemetry/api` knows it. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Takes the metrics. Default: the process's own. */
  readonly meterProvider?: MeterProvider | undefined;
  /** Writes the trace's context into headers. Default: the process's own, mostly W3C's `traceparent`. */
  readonly propagator?: TextMapPropagator | undefined;
  /**
   * The semantic conventions for RPC: `"stable"` (`rpc.client.call.duration` in
   * seconds, `rpc.status_code`), or `"experimental"`, those up to version 1.37
   * (`rpc.client.duration` in milliseconds, `rpc.grpc.status_code`). Default
   * `"stable"`.
   */
  readonly conventions?: keyof typeof rpcConventions | undefined;
}

/**
 * Hooks that make OpenTelemetry spans and metrics of a session's calls:
 *
 * ```ts
 * const cloud = new Cloud({ apiDomain: "api.example.com", hooks: openTelemetryHooks() });
 * ```
 *
 * Each call is a CLIENT span under what is active where it is made, and each of
 * its attempts a CLIENT span under that; the server sees the attempt's span as
 * its parent. Nothing of messages and no header is in them. Without an SDK in
 * the process all of it does nothing.
 *
 * @throws An OptionsError for options that cannot work.
 */
export function openTelemetryHooks(options: OpenTelemetryOptions = {}): Hooks {
  return tracingHooks(options, "openTelemetryHooks");
}

/**
 * The same for all sessions of the process, those of other packages and those that exist already among them:
 *
 * ```ts
 * enableOpenTelemetry();
 * ```
 *
 * or, without a change of the program, `node --import @stratus/runtime/opentelemetry/register main.js`. It listens to
 * the channels of `node:diagnostics_channel`. A session that has `openTelemetryHooks` as well is traced twice.
 *
 * @returns What ends it. Calls under way are followed to their end.
 * @throws An OptionsError for options that cannot work.
 */
export function enableOpenTelemetry(options: OpenTelemetryOptions = {}): () => void {
  const { observe, observeWait, onToken } = tracingHooks(options, "enableOpenTelemetry");
  const ends = [
    followEach("call", (event) => event.follow(observe(event))),
    followEach("wait", (event) => event.follow(observeWait(event))),
    followEach("token", (event) => event.follow({ onEnd: onToken })),
  ];
  return () => ends.forEach((end) => end());
}

/** Subscribes to the starts on a tracing channel. The result ends it. */
function followEach<Name extends "call" | "wait" | "token">(
  name: Name,
  follow: (event: ChannelEvents[Name]) => void,
): () => void {
  const { start } = channels[name];
  const subscriber = (message: unknown): void => follow(message as ChannelEvents[Name]);
  start.subscribe(subscriber);
  return () => void start.unsubscribe(subscriber);
}

const known: Record<keyof OpenTelemetryOptions, true> = {
  tracerProvider: true,
  meterProvider: true,
  propagator: true,
  conventions: true,
};

function tracingHooks(options: OpenTelemetryOptions, name: string) {
  requireKnownNames(options, Object.keys(known), name);
  const { tracerProvider, meterProvider, propagator, conventions: version = "stable" } = options;
  if (!Object.hasOwn(rpcConventions, version)) {
    throw new OptionsError(
      `conventions: ${describe(version)} is not known; write "stable" or "experimental"`,
    );
  }
  const conventions = rpcConventions[version];
  const tracer = (tracerProvider ?? trace).getTracer(scopeName, runtimeVersion);
  const parts: TraceParts = { tracer, propagator, conventions };
  const metrics = readMetrics(meterProvider, conventions);
  return {
    observe: (event: CallEvent) => traceCall(parts, metrics(), event),
    observeWait: (event: WaitEvent) => traceWait(parts, metrics(), event),
    onToken(event: TokenEvent) {
      metrics().token(event);
      traceToken(parts, event);
    },
  };
}
