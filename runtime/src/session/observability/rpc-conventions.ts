/**
 * The room of telemetry: hooks that make OpenTelemetry spans and metrics of calls,
 * in the words of its semantic conventions. `opentelemetry` is the entry, and the
 * only thing that loads the library `@opentelemetry/api`.
 *
 * @module
 */
import type { Attributes, MetricOptions } from "@opentelemetry/api";
import type { CallEvent } from "../../calls/chain/hooks.js";
import { statusCodes } from "../../calls/error/status-code.js";
import type { CallOutcome } from "./call-outcome.js";

/** The instrumentation scope of spans and metrics. */
export const scopeName = "@stratus/runtime";

/** The names and units of one version of OpenTelemetry's semantic conventions for RPC. */
export interface RpcConventions {
  /** The attributes of a call at its start. */
  callAttributes(event: CallEvent): Attributes;
  /** The attributes of a call at its end. */
  endAttributes(outcome: CallOutcome): Attributes;
  /** The histogram of the time of calls. */
  readonly duration: { readonly name: string; readonly options: MetricOptions; readonly unitMs: number };
}

/** Bounds that the conventions advise for times in seconds. */
export const secondBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The stable conventions, as in `@opentelemetry/semantic-conventions` 1.45. */
const stable: RpcConventions = {
  callAttributes: (event) => ({
    "rpc.system.name": "grpc",
    "rpc.method": event.method,
    ...serverAttributes(event),
  }),
  endAttributes: ({ code, errorType }) => ({ "rpc.status_code": code, ...errorAttributes(errorType) }),
  duration: {
    name: "rpc.client.call.duration",
    options: {
      description: "Duration of outgoing calls",
      unit: "s",
      advice: { explicitBucketBoundaries: secondBounds },
    },
    unitMs: 1000,
  },
};

/** The experimental conventions up to version 1.37, which many dashboards still read. */
const experimental: RpcConventions = {
  callAttributes(event) {
    const slash = event.method.lastIndexOf("/");
    return {
      "rpc.system": "grpc",
      "rpc.service": event.method.slice(0, slash),
      "rpc.method": event.method.slice(slash + 1),
      ...serverAttributes(event),
    };
  },
  endAttributes: ({ code, errorType }) => ({
    "rpc.grpc.status_code": statusCodes.indexOf(code),
    ...errorAttributes(errorType),
  }),
  duration: {
    name: "rpc.client.duration",
    options: { description: "Duration of outgoing calls", unit: "ms" },
    unitMs: 1,
  },
};

/** The versions that can be chosen. */
export const rpcConventions = { stable, experimental } as const;

/** The authority without its port, and the port. That of a URL with its default port, or of a Unix socket, has none. */
function serverAttributes({ endpoint }: CallEvent): Attributes {
  const [, address = endpoint, port] = /^(.*):(\d+)$/.exec(endpoint) ?? [];
  return { "server.address": address, ...(port === undefined ? {} : { "server.port": Number(port) }) };
}

function errorAttributes(errorType: string | undefined): Attributes {
  return errorType === undefined ? {} : { "error.type": errorType };
}
