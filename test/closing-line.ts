import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends a run with one plain line, `N passed, N failed`, for people and programs
 * that read no more than the end of it. A file that fails to load, a hook of a group,
 * and an error outside any test count as failed: a run cannot look green by not running.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      for (const part of [module, ...module.children.allSuites()])
        if (part.errors().length > 0) count.failed++;
    }
    // The default reporter writes its summary in the same turn; this line goes last.
    setImmediate(() => {
      const skipped = count.skipped + count.pending;
      const tail = skipped > 0 ? `, ${skipped} skipped` : "";
      console.log(`\n${count.passed} passed, ${count.failed} failed${tail}`);
    });
  }
}
