import { CloudError } from "@svc/cloud";
import type { InstanceServiceClient } from "@svc/cloud/compute/v1";

/** What became of some changes that each count up by one. */
export interface Tally {
  done: number;
  /** Told that the change may have been applied. */
  unknown: number;
  /** Told that it was not applied. */
  failed: number;
}

/** Counts up by one, and notes what the program is told. */
export async function countUp(instances: InstanceServiceClient, id: string, tally: Tally): Promise<void> {
  try {
    const operation = await instances.modify({ id }, (vm) => void (vm.spec.cpu += 1));
    await operation.wait({ pollIntervalMs: 20 });
    tally.done += 1;
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    // A conflict is certain: whoever is told ABORTED was not applied.
    const isKnown = error.code === "ABORTED" || !error.mayHaveReachedServer;
    tally[isKnown ? "failed" : "unknown"] += 1;
  }
}

/** What is wrong with a tally, if so many were counted; nothing if each was told the truth. */
export function lies({ done, unknown }: Tally, counted: number): { toldDone: number; notTold: number } {
  return { toldDone: Math.max(0, done - counted), notTold: Math.max(0, counted - done - unknown) };
}

/** A new instance whose count is 1. */
export async function makeCounter(instances: InstanceServiceClient, name: string): Promise<string> {
  try {
    const creation = await instances.create({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });
    await creation.wait({ pollIntervalMs: 20 });
  } catch (error) {
    // The answer was lost, and the server has forgotten the key: it is there, and it is ours.
    const isOurs = error instanceof CloudError && error.code === "ALREADY_EXISTS";
    if (!isOurs || !error.earlierMayHaveReachedServer) throw error;
  }
  return (await instances.getByName({ parentId: "p", name })).metadata.id;
}

/** How often an instance was counted up. */
export async function readCount(instances: InstanceServiceClient, id: string): Promise<number> {
  return (await instances.get({ id })).spec.cpu - 1;
}
