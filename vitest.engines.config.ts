import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { otherCloud } from "./test/engines/other-cloud.js";
import { fromSources, settings } from "./vitest.config.js";

/** The end-to-end suite on messages by ts-proto: what imports the SDK gets the one that was generated with it. */
export default defineConfig({
  ...fromSources,
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
    reporters: ["default", "./test/closing-line.ts"],
    maxWorkers: 2,
    globalSetup: [...settings.globalSetup, "test/engines/other-cloud.ts"],
    include: [
      "test/engines/engine.engines.ts",
      // Its other programs are started beside the test, and load the usual SDK.
      "test/end-to-end/{console,failures,resource,tls,wire}.spec.ts",
      "test/{emulator,json,observability}/sdk.spec.ts",
      "test/web/emulator.spec.ts",
    ],
  },
});
