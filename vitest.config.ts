import { defineConfig } from "vitest/config";
import { patienceMs } from "./test/patience.js";

/** How every test is run. */
export const settings = {
  exclude: ["**/node_modules/**", "**/dist/**"],
  pool: "threads" as const,
  // Limits say that something hangs, not that a machine is busy.
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  expect: { poll: { timeout: patienceMs / 2 } },
};

/** Replaces a module, which is replaced for all who share modules with it. */
const replacing = "generator/src/rest/broken-code.spec.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/closing-line.ts"],
    maxWorkers: 2,
    projects: [
      {
        // Functions of what they are given: their files can share modules, which are loaded once.
        test: {
          ...settings,
          name: "functions",
          isolate: false,
          include: ["{convention,generator}/src/**/*.spec.ts"],
          exclude: [...settings.exclude, replacing],
        },
      },
      {
        test: {
          ...settings,
          name: "programs",
          include: [
            "{cli,mcp,runtime,emulator}/src/**/*.spec.ts",
            "examples/*/src/**/*.spec.ts",
            "openapi/*/**/*.spec.ts",
            "test/**/*.spec.ts",
            replacing,
          ],
        },
      },
    ],
  },
});
