import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "{runtime,convention,generator,emulator}/src/**/*.spec.ts",
      "examples/*/src/**/*.spec.ts",
      "openapi/*/**/*.spec.ts",
      "test/**/*.spec.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", "./test/closing-line.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
