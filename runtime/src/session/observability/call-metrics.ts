import { metrics, type Attributes, type Meter, type MeterProvider } from "@opentelemetry/api";
import type { CallEndEvent, EndEvent, TokenEvent } from "../../calls/chain/hooks.js";
import { runtimeVersion } from "../core/user-agent.js";
import { readOutcome } from "./call-outcome.js";
import { type RpcConventions, scopeName, secondBounds } from "./rpc-conventions.js";

/** The instruments of one meter. */
export type CallMetrics = ReturnType<typeof callMetrics>;

function callMetrics(meter: Meter, { duration }: RpcConventions) {
  const histogram = (name: string, description: string, unit: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(`stratus.client.${name}`, {
      description,
      unit,
      advice: { explicitBucketBoundaries },
    });
  const durations = meter.createHistogram(duration.name, duration.options);
  const attemptCounts = histogram(
    "call.attempts",
    "Attempts of each call; 0 if nothing was sent",
    "{attempt}",
    [0, 1, 2, 3, 5, 10],
  );
  const active = meter.createUpDownCounter("stratus.client.call.active", {
    description: "Calls under way, with streams that are being read",
    unit: "{call}",
  });
  const sent = histogram(
    "call.sent_messages",
    "Requests of each call that streams",
    "{message}",
    countBounds,
  );
  const received = histogram(
    "call.received_messages",
    "Responses of each call that streams",
    "{message}",
    countBounds,
  );
  const tokens = histogram("token.duration", "Duration of requests for access tokens", "s", secondBounds);
  const waits = histogram("operation.wait.duration", "Duration of waits for operations", "s", waitBounds);
  return {
    /** Counts a call that starts. */
    start(attributes: Attributes): void {
      active.add(1, attributes);
    },
    /** Counts a call that has ended; `started` are the attributes that it started with. */
    end(event: CallEndEvent, started: Attributes, attributes: Attributes): void {
      active.add(-1, started);
      durations.record(event.durationMs / duration.unitMs, attributes);
      attemptCounts.record(event.attempts, attributes);
      if (event.kind === "unary") return;
      sent.record(event.sentMessages, attributes);
      received.record(event.receivedMessages, attributes);
    },
    /** Counts a wait for an operation. */
    wait({ durationMs }: EndEvent, attributes: Attributes): void {
      waits.record(durationMs / 1000, attributes);
    },
    /** Counts a request for a token. */
    token(event: TokenEvent): void {
      const { errorType } = readOutcome({ error: event.error, isCancelled: false });
      tokens.record(event.durationMs / 1000, errorType === undefined ? {} : { "error.type": errorType });
    },
  };
}

const countBounds = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000];
const waitBounds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

/**
 * Gives the instruments of a provider. That of the process may be set after this
 * is called, and its place is not taken by a proxy as that of tracers is, so it
 * is looked up for each call.
 */
export function readMetrics(
  given: MeterProvider | undefined,
  conventions: RpcConventions,
): () => CallMetrics {
  let latest: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined;
  return () => {
    const provider = given ?? metrics.getMeterProvider();
    if (latest?.provider !== provider) {
      const meter = provider.getMeter(scopeName, runtimeVersion);
      latest = { provider, metrics: callMetrics(meter, conventions) };
    }
    return latest.metrics;
  };
}
