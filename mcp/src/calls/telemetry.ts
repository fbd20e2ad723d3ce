import type { Sdk } from "@stratus/cli/sdk";

/** The entry of a REST package that tells of its calls, if OpenTelemetry is installed beside it. */
interface TelemetryEntry {
  readonly openTelemetryHooks?: () => object;
}

/**
 * Hooks by which OpenTelemetry is told of the calls of a REST package; undefined if it is not installed. Packages for gRPC tell
 * it by `@stratus/runtime/opentelemetry/register`.
 */
export async function telemetryOf(sdk: Sdk): Promise<object | undefined> {
  if (!sdk.isRest) return undefined;
  const entry: TelemetryEntry = await sdk.load("./opentelemetry").catch(() => ({}));
  return entry.openTelemetryHooks?.();
}
