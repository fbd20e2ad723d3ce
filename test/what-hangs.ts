import type { Reporter, TestCase, TestModule } from "vitest/node";
import { patienceMs } from "./patience.js";

/** A test has its own limit, which comes first; a loop that never waits has no other than this. */
const limitMs = 1.8 * patienceMs;

/**
 * Ends a run in which a file has told nothing for longer than anything may take, and names it: a worker that spins in a
 * loop would hold the run for ever, and nobody would learn where.
 */
export default class WhatHangs implements Reporter {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #begun = new Map<string, string>();

  onTestModuleQueued(module: TestModule): void {
    this.#wait(module);
  }

  onTestModuleCollected(module: TestModule): void {
    this.#wait(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#begun.set(test.module.moduleId, test.fullName);
    this.#wait(test.module);
  }

  onTestCaseResult(test: TestCase): void {
    this.#wait(test.module);
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    clearTimeout(this.#timers.get(moduleId));
    this.#timers.delete(moduleId);
  }

  #wait({ moduleId, relativeModuleId }: TestModule): void {
    clearTimeout(this.#timers.get(moduleId));
    const end = (): never => {
      const test = this.#begun.get(moduleId);
      const last = test === undefined ? "" : `; the last test that it told of: ${test}`;
      console.error(`\n${relativeModuleId} hangs: it has told nothing for ${limitMs / 1000} s${last}`);
      process.exit(1);
    };
    this.#timers.set(moduleId, setTimeout(end, limitMs));
  }
}
