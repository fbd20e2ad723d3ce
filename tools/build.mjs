/**
 * Builds parts of this repository: `node tools/build.mjs [TARGET...]`. Without a target it builds all packages, as
 * `npm run build` does.
 */
import { fileURLToPath } from "node:url";
import { runStep } from "./steps.mjs";

/** The commands of each target. A target needs those before it. */
export const targets = {
  /** The packages that generate, and those that run what was generated. */
  tools: [
    "node generator/build/copy-guide.mjs",
    "tsc -b runtime",
    "npm run build -w @stratus/runtime",
    "tsc -b convention generator emulator cli mcp query",
    "node emulator/console/build.mjs",
    "npm run build -w @stratus/cli -w @stratus/mcp -w protoc-gen-stratus",
    "tsc -b site",
    "npm run build -w @stratus/docs",
    "node tools/commonjs.mjs convention dynamic-client emulator cli mcp query site",
  ],
  /** Rewrites `generated/`. */
  generated: [
    "node tools/count-runtime.mjs",
    "buf generate",
    "buf generate test/interop/protos --template test/interop/buf.gen.yaml",
    "stratus clean generated/cloud generated/interop",
    "stratus openapi openapi/catalogue.yaml --extend openapi/catalogue --out generated/catalogue --package-name @svc/catalogue --api-page --guide --openapi-types --opentelemetry --standard-schema --testing",
  ],
  /** The packages in `generated/`, and the programs that use them. */
  sdk: [
    "node generated/cloud/bundle.js",
    "node generated/catalogue/bundle.js",
    "tsc -b generated/cloud generated/catalogue examples/walkthrough examples/programs examples/catalogue-server examples/catalogue-web examples/react-app",
  ],
  /** The programs of `npm start`. */
  demo: ["node generated/cloud/bundle.js", "tsc -b generated/cloud examples/walkthrough"],
  bench: ["tsc -b bench"],
  /** Rewrites the expected output in `test/golden`. */
  golden: ["STRATUS_GOLDEN=write vitest run test/golden"],
  /** The documentation of the sample SDK as a site, in `site/dist/sample`. */
  site: ["node tools/sample-site.mjs"],
  /** The tarballs of a release, in `dist-packages/`. */
  packages: ["npm --prefix tools install", "node tools/pack-all.mjs"],
};

/** The targets of `npm run build`. */
export const everything = ["tools", "sdk"];

/** @param {readonly string[]} names */
export function build(names) {
  const unknown = names.find((name) => !(name in targets));
  if (unknown !== undefined) {
    console.error(`Unknown target ${unknown}. The targets are: ${Object.keys(targets).join(", ")}.`);
    process.exit(2);
  }
  for (const name of names) for (const step of targets[name]) runStep(step);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  build(names.length === 0 ? everything : names);
}
