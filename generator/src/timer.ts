/** Takes lines of text for people. */
export type Report = (line: string) => void;

/** Measures the stages of a run. */
export interface Timer {
  /** The stage that ran until now has ended. */
  stage(name: string): void;
  /** Tells how long each stage took, in milliseconds. */
  report(report: Report): void;
}

/** Starts to measure; the clock can be another in tests. Node loads nine modules where `performance` is first named. */
export function startTimer(nowMs: () => number = () => Number(process.hrtime.bigint()) / 1e6): Timer {
  const startMs = nowMs();
  const stages: { readonly name: string; readonly ms: number }[] = [];
  let lastMs = startMs;
  return {
    stage(name) {
      const now = nowMs();
      stages.push({ name, ms: now - lastMs });
      lastMs = now;
    },
    report(report) {
      for (const { name, ms } of [...stages, { name: "all", ms: lastMs - startMs }]) {
        report(`${name.padEnd(8)} ${ms.toFixed(0).padStart(6)} ms`);
      }
    },
  };
}
