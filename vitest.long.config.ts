import { defineConfig } from "vitest/config";
import { fromSources, settings } from "./vitest.config.js";

/** Tests that take longer than a run of all others may: each has a command of its own. */
export default defineConfig({
  ...fromSources,
  test: {
    ...settings,
    include: ["test/**/*.long.ts"],
    reporters: ["default", "./test/closing-line.ts"],
    maxWorkers: 2,
  },
});
