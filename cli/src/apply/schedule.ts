/** The outcome of a node. */
export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: unknown }
  /** It did not run, because one that it depends on failed, or because the run was stopped. */
  | { readonly kind: "skipped"; readonly because: number | undefined };

/** How many nodes run at the same time. */
const maxParallel = 4;

/**
 * Runs nodes in their order, each after those that it depends on, and four of them at the same time. After a failure, those
 * that depend on it are skipped, and all others run.
 *
 * @param dependencies For each node, the indexes of those that must be done before it. They must have no cycle.
 * @param signal Stops nodes that have not started.
 */
export async function schedule(
  dependencies: readonly (readonly number[])[],
  run: (index: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: (Outcome | undefined)[] = dependencies.map(() => undefined);
  const started = new Set<number>();
  const running = new Set<Promise<void>>();
  const start = (index: number): void => {
    started.add(index);
    const because = dependencies[index]?.find((one) => outcomes[one]?.kind !== "done");
    if (because !== undefined || signal?.aborted) {
      outcomes[index] = { kind: "skipped", because };
      return;
    }
    const ended = run(index).then(
      () => void (outcomes[index] = { kind: "done" }),
      (error: unknown) => void (outcomes[index] = { kind: "failed", error }),
    );
    const promise = ended.finally(() => running.delete(promise));
    running.add(promise);
  };
  const isReady = (index: number): boolean =>
    !started.has(index) && (dependencies[index] ?? []).every((one) => outcomes[one] !== undefined);
  for (;;) {
    const next = running.size < maxParallel ? dependencies.findIndex((_, index) => isReady(index)) : -1;
    if (next >= 0) start(next);
    else if (running.size > 0) await Promise.race(running);
    else break;
  }
  return outcomes.map((one) => one ?? { kind: "skipped", because: undefined });
}

/** Returns the nodes of a cycle, in order. Undefined if there is none. */
export function findCycle(dependencies: readonly (readonly number[])[]): readonly number[] | undefined {
  const done = new Set<number>();
  const visit = (index: number, path: readonly number[]): readonly number[] | undefined => {
    const at = path.indexOf(index);
    if (at >= 0) return path.slice(at);
    if (done.has(index)) return undefined;
    for (const next of dependencies[index] ?? []) {
      const cycle = visit(next, [...path, index]);
      if (cycle) return cycle;
    }
    done.add(index);
    return undefined;
  };
  for (const index of dependencies.keys()) {
    const cycle = visit(index, []);
    if (cycle) return cycle;
  }
  return undefined;
}
