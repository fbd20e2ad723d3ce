import "./generator/build/copy-guide.mjs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { freshBuild } from "./test/fresh-build.js";
import { isolatedSpecs } from "./test/isolation/needs-isolation.js";
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

const root = import.meta.dirname;
const isolated = isolatedSpecs(root).map((path) => relative(root, path));

export default defineConfig({
  test: {
    reporters: ["default", "./test/what-hangs.ts", "./test/closing-line.ts"],
    // One more than CI has cores, since tests wait for sockets and child processes.
    maxWorkers: 3,
    projects: [
      { ...fromSources, test: { ...settings, name: "isolated", include: isolated } },
      {
        ...fromSources,
        test: {
          ...settings,
          name: "shared",
          // The files share modules, which are loaded once per worker, and must leave the worker as they found it.
          isolate: false,
          setupFiles: ["test/isolation/setup.ts"],
          include: [
            "{cli,convention,dynamic-client,emulator,generator,mcp,query,runtime,site}/src/**/*.spec.ts",
            "examples/*/src/**/*.spec.ts",
            "emulator/console/src/**/*.spec.ts",
            "openapi/*/**/*.spec.ts",
            "test/**/*.spec.ts",
          ],
          exclude: [...settings.exclude, ...isolated],
        },
      },
    ],
  },
});
