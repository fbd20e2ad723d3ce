import {
  metrics,
  type Attributes,
  type Histogram,
  type Meter,
  type MeterProvider,
  type UpDownCounter,
} from "@opentelemetry/api";
import type { CallEndEvent, TokenEvent, WaitEndEvent } from "../call/hooks.js";
import { runtimeVersion } from "../session/user-agent.js";
import { outcomeOf } from "./call-outcome.js";
import { type RpcConventions, scopeName, secondBounds } from "./rpc-conventions.js";

/** The instruments of one meter. */
export class CallMetrics {
  readonly #unitMs: number;
  readonly #duration: Histogram;
  readonly #attempts: Histogram;
  readonly #active: UpDownCounter;
  readonly #sent: Histogram;
  readonly #received: Histogram;
  readonly #token: Histogram;
  readonly #wait: Histogram;

  constructor(meter: Meter, { duration }: RpcConventions) {
    const messages = { unit: "{message}", advice: { explicitBucketBoundaries: countBounds } };
    this.#unitMs = duration.unitMs;
    this.#duration = meter.createHistogram(duration.name, duration.options);
    this.#attempts = meter.createHistogram("stratus.client.call.attempts", {
      description: "Attempts of each call; 0 where nothing was sent",
      unit: "{attempt}",
      advice: { explicitBucketBoundaries: [0, 1, 2, 3, 5, 10] },
    });
    this.#active = meter.createUpDownCounter("stratus.client.call.active", {
      description: "Calls under way, with streams that are being read",
      unit: "{call}",
    });
    this.#sent = meter.createHistogram("stratus.client.call.sent_messages", {
      description: "Requests of each call that streams",
      ...messages,
    });
    this.#received = meter.createHistogram("stratus.client.call.received_messages", {
      description: "Responses of each call that streams",
      ...messages,
    });
    this.#token = meter.createHistogram("stratus.client.token.duration", {
      description: "Duration of requests for access tokens",
      unit: "s",
      advice: { explicitBucketBoundaries: secondBounds },
    });
    this.#wait = meter.createHistogram("stratus.client.operation.wait.duration", {
      description: "Duration of waits for operations",
      unit: "s",
      advice: { explicitBucketBoundaries: [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] },
    });
  }

  /** Counts a call that starts. */
  start(attributes: Attributes): void {
    this.#active.add(1, attributes);
  }

  /** Counts a call that is over; `started` are the attributes that it started with. */
  end(event: CallEndEvent, started: Attributes, { attempts, attributes }: CallFigures): void {
    this.#active.add(-1, started);
    this.#duration.record(event.durationMs / this.#unitMs, attributes);
    this.#attempts.record(attempts, attributes);
    if (event.kind === "unary") return;
    this.#sent.record(event.sentMessages, attributes);
    this.#received.record(event.receivedMessages, attributes);
  }

  /** Counts a wait for an operation. */
  wait({ durationMs }: WaitEndEvent, attributes: Attributes): void {
    this.#wait.record(durationMs / 1000, attributes);
  }

  /** Counts a request for a token. */
  token(event: TokenEvent): void {
    const { errorType } = outcomeOf({ ...event, isCancelled: false });
    this.#token.record(event.durationMs / 1000, errorType === undefined ? {} : { "error.type": errorType });
  }
}

/** What is known of a call that is over. */
interface CallFigures {
  readonly attempts: number;
  readonly attributes: Attributes;
}

const countBounds = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000];

/**
 * Gives the instruments of a provider. That of the process may be set after this
 * is called, and its place is not taken by a proxy as that of tracers is, so it
 * is looked up for each call.
 */
export function metricsOf(given: MeterProvider | undefined, conventions: RpcConventions): () => CallMetrics {
  let latest: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined;
  return () => {
    const provider = given ?? metrics.getMeterProvider();
    if (latest?.provider !== provider) {
      const meter = provider.getMeter(scopeName, runtimeVersion);
      latest = { provider, metrics: new CallMetrics(meter, conventions) };
    }
    return latest.metrics;
  };
}
