import { defineConfig } from "vitest/config";
import { patienceMs } from "./test/patience.js";

export default defineConfig({
  test: {
    include: [
      "{runtime,convention,generator,emulator,cli}/src/**/*.spec.ts",
      "examples/*/src/**/*.spec.ts",
      "openapi/*/**/*.spec.ts",
      "test/**/*.spec.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", "./test/closing-line.ts"],
    pool: "threads",
    maxWorkers: 2,
    // Limits say that something hangs, not that a machine is busy.
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    expect: { poll: { timeout: patienceMs / 2 } },
  },
});
