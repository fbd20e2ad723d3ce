import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { expect } from "vitest";
import { countUp, lies, makeCounter, readCount, type Tally } from "./counting.fixture.js";
import { EmulatorProcess } from "./emulator-process.fixture.js";

/** Changes of one resource while its server is killed and started again. */
export interface Restarts {
  readonly changes: number;
  readonly writers: number;
  readonly restarts: number;
  /** The server forgets each key at once. */
  readonly forgets: boolean;
}

/** Makes the changes, and holds that nobody was told a lie; says what happened. */
export async function holdThroughRestarts(given: Restarts): Promise<Tally & { readonly counted: number }> {
  const { changes, writers, restarts, forgets } = given;
  const lifetime = forgets ? { idempotencyLifetimeMs: 1 } : {};
  await using emulator = await EmulatorProcess.start({ faultRate: 0.1, ...lifetime });
  await using cloud = emulator.openSession({ retry: { baseDelayMs: 20, maxDelayMs: 500 } });
  const instances = new InstanceServiceClient(cloud);
  const id = await makeCounter(instances, "counter");
  const tally: Tally = { done: 0, unknown: 0, failed: 0 };
  let left = changes;
  let made = 0;
  let restarting = Promise.resolve();
  const every = Math.ceil(changes / (restarts + 1));
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await countUp(instances, id, tally);
      made += 1;
      // The others are in the middle of theirs.
      if (made % every === 0 && made < changes) restarting = restarting.then(() => emulator.restart());
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
  await restarting;
  const counted = await readCount(instances, id);
  const seen = { ...tally, counted };
  expect(lies(tally, counted), JSON.stringify(seen)).toEqual({ toldDone: 0, notTold: 0 });
  expect(tally.done + tally.unknown + tally.failed).toBe(changes);
  return seen;
}
