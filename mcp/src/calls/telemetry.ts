import type { Sdk } from "@stratus/dynamic-client";

/** The entry of a REST package that makes spans and metrics of its calls, if OpenTelemetry is installed beside it. */
interface TelemetryEntry {
  readonly openTelemetryHooks?: () => object;
}

/**
 * Hooks that make spans and metrics of the calls of a REST package; undefined if OpenTelemetry is not installed. Packages for
 * gRPC make theirs by `@stratus/runtime/opentelemetry/register`.
 */
export async function telemetryHooks(sdk: Sdk): Promise<object | undefined> {
  if (!sdk.isRest) return undefined;
  const entry: TelemetryEntry = await sdk.load("./opentelemetry").catch(() => ({}));
  return entry.openTelemetryHooks?.();
}
