import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { otherCloud } from "./test/engines/other-cloud.js";
import { fromSources, settings } from "./vitest.config.js";

/** The tests that take longer than `npm test` may. `npm run long` lists them and runs one. */
export default defineConfig({
  test: {
    reporters: ["default", "./test/closing-line.ts"],
    maxWorkers: 2,
    projects: [
      { ...fromSources, test: { ...settings, name: "long", include: ["test/**/*.long.ts"] } },
      {
        ...fromSources,
        // The end-to-end tests on codecs by ts-proto. Every import of the SDK leads to the one that is generated with it.
        resolve: {
          alias: [
            { find: /^@svc\/cloud$/, replacement: join(otherCloud, "dist/index.js") },
            {
              find: /^@svc\/cloud\/(services|descriptors|web|web-messages)$/,
              replacement: join(otherCloud, "dist/$1.js"),
            },
            { find: /^@svc\/cloud\/(.*)$/, replacement: join(otherCloud, "dist/$1/index.js") },
          ],
        },
        test: {
          ...settings,
          name: "engines",
          globalSetup: [...settings.globalSetup, "test/engines/other-cloud.ts"],
          include: [
            "test/engines/engine.engines.ts",
            // The other files there start programs, which load the usual SDK.
            "test/end-to-end/{console,failures,resource,tls,wire}.spec.ts",
            "test/{emulator,json,observability}/sdk.spec.ts",
            "test/web/emulator.spec.ts",
          ],
        },
      },
    ],
  },
});
