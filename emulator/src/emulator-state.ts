import { readFile } from "node:fs/promises";
import type { ClockState } from "./adjustable-clock.js";
import { type ExportOptions, exportResources } from "./documents/export-resources.js";
import { ResourceKinds } from "./descriptors/resource-kinds.js";
import { seedResources, type SeedResult } from "./documents/seed.js";
import type { EmulatorParts } from "./emulator-parts.js";
import { EmulatorError } from "./text/emulator-error.js";
import { explained } from "./text/error-text.js";
import { liveState, type LiveState } from "./state/live-state.js";
import { captureImage, restoreImage, type StateImage } from "./state/state-image.js";

/** The state of an emulator at some moment, for `restore`. It is valid for the emulator that made it. */
export interface EmulatorSnapshot {
  /** The number of resources in it. */
  readonly resourceCount: number;
  /** When it was made, by the emulator's clock. */
  readonly time: Date;
}

interface Snapshot extends EmulatorSnapshot {
  readonly image: StateImage;
  readonly clock: ClockState;
}

/** Resets, restores, seeds and exports the resources of an emulator. Each change is saved before its function resolves. */
export class EmulatorState {
  readonly #parts: EmulatorParts;
  readonly #live: LiveState;
  readonly #snapshots = new WeakMap<EmulatorSnapshot, Snapshot>();
  #kinds: ResourceKinds | undefined;

  constructor(parts: EmulatorParts) {
    this.#parts = parts;
    this.#live = liveState(parts.cloud, parts.keys);
  }

  /** The kinds of resources, which are found when they are first needed. */
  get kinds(): ResourceKinds {
    return (this.#kinds ??= new ResourceKinds(this.#parts.cloud));
  }

  async reset(): Promise<void> {
    const { cloud, callLog, clock, faults, settings } = this.#parts;
    const accounts = [...this.#live.resource.all()].filter(([key]) =>
      cloud.accounts.has(key.slice(key.indexOf("/") + 1)),
    );
    faults.reset();
    cloud.scenarios.activate(settings.scenarios);
    callLog.clear();
    clock.reset();
    await this.#restore(new Map([["resource", new Map(accounts)]]));
  }

  snapshot(): EmulatorSnapshot {
    const { cloud, clock } = this.#parts;
    const time = new Date(cloud.now());
    const image = captureImage(this.#live);
    const snapshot: EmulatorSnapshot = { resourceCount: image.get("resource")?.size ?? 0, time };
    this.#snapshots.set(snapshot, { ...snapshot, image, clock: clock.state });
    return snapshot;
  }

  async restore(given: EmulatorSnapshot): Promise<void> {
    const snapshot = this.#snapshots.get(given);
    if (snapshot === undefined)
      throw new EmulatorError(
        "OPTION_INVALID",
        "restore: the argument must be what snapshot() of this emulator returned",
      );
    this.#parts.clock.state = snapshot.clock;
    await this.#restore(snapshot.image);
  }

  async seedFile(path: string): Promise<SeedResult> {
    const text = await explained("FILE_UNREADABLE", `seed ${path} cannot be read`, () =>
      readFile(path, "utf8"),
    );
    return explained("SEED_INVALID", `seed ${path}`, () => this.seed(text));
  }

  async seed(yaml: string): Promise<SeedResult> {
    const { cloud, state } = this.#parts;
    const since = state.mark();
    const result = await seedResources(cloud, this.kinds, yaml);
    await state.persist(since);
    return result;
  }

  export(options: ExportOptions = {}): Promise<string> {
    return exportResources(this.#parts.cloud, this.kinds, options);
  }

  async #restore(image: StateImage): Promise<void> {
    const { cloud, state } = this.#parts;
    cloud.history.clear();
    const since = state.mark();
    restoreImage(this.#live, image, state.note);
    await state.persist(since);
  }
}
