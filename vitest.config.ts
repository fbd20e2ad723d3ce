import "./generator/build/copy-guide.mjs";
import { defineConfig } from "vitest/config";
import { freshBuild } from "./test/fresh-build.js";
import { patienceMs } from "./test/patience.js";

/** Loads the packages of this repository from their sources. A config that lists projects gives it to each of them. */
export const fromSources = {
  plugins: [freshBuild()],
  ssr: { resolve: { conditions: ["stratus-source", "node"] } },
};

/** How every test is run. */
export const settings = {
  exclude: ["**/node_modules/**", "**/dist/**"],
  pool: "threads" as const,
  globalSetup: ["test/temporary-files.ts"],
  // Limits say that something hangs, not that a machine is busy.
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  expect: { poll: { timeout: patienceMs / 2 } },
};

/** Functions of what they are given: their files can share modules, which are loaded once. */
const functions = [
  "{convention,generator}/src/**/*.spec.ts",
  "runtime/src/{base,messages}/**/*.spec.ts",
  "runtime/src/calls/{endpoint,error,rpc}/**/*.spec.ts",
];

/** Replaces a module, which is replaced for all who share modules with it. */
const replacing = "generator/src/rest/broken-code.spec.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/what-hangs.ts", "./test/closing-line.ts"],
    maxWorkers: 2,
    projects: [
      {
        ...fromSources,
        test: {
          ...settings,
          name: "functions",
          isolate: false,
          include: functions,
          exclude: [...settings.exclude, replacing],
        },
      },
      {
        ...fromSources,
        test: {
          ...settings,
          name: "programs",
          include: [
            "{cli,dynamic-client,mcp,runtime,emulator}/src/**/*.spec.ts",
            "examples/*/src/**/*.spec.ts",
            "openapi/*/**/*.spec.ts",
            "test/**/*.spec.ts",
            replacing,
          ],
          exclude: [...settings.exclude, ...functions.slice(1)],
        },
      },
    ],
  },
});
