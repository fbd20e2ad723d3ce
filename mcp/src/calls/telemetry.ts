import type { Sdk } from "@stratus/dynamic-client";

/** The entry point of a REST package that creates OpenTelemetry hooks. */
interface TelemetryEntry {
  readonly openTelemetryHooks?: () => object;
}

/**
 * Returns the OpenTelemetry hooks of a REST package, or undefined if OpenTelemetry is not installed. gRPC packages use
 * `@stratus/runtime/opentelemetry/register` instead.
 */
export async function telemetryHooks(sdk: Sdk): Promise<object | undefined> {
  if (!sdk.isRest) return undefined;
  const entry: TelemetryEntry = await sdk.load("./opentelemetry").catch(() => ({}));
  return entry.openTelemetryHooks?.();
}
