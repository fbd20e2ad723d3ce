import type { Emulator } from "../emulator.js";
import type { EmulatorParts } from "../emulator-parts.js";
import type { EmulatorSnapshot } from "../emulator-state.js";
import type { ResourceKinds } from "../descriptors/resource-kinds.js";

/** The dependencies of the control API. */
export interface ControlParts extends Pick<
  EmulatorParts,
  "cloud" | "callLog" | "faults" | "handlers" | "settings"
> {
  readonly emulator: Emulator;
  readonly kinds: ResourceKinds;
  /** The snapshots that requests made, by name. */
  readonly snapshots: Map<string, EmulatorSnapshot>;
}

/** A request to the control API. */
export interface ControlInput {
  readonly query: URLSearchParams;
  /** The JSON object of a POST. Empty for a GET. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}
