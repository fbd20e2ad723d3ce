import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { entryPoints } from "./entries.fixture.js";

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/**
 * Each entry point is a promise: those of a version are kept for SDKs that were generated long ago, and each is one
 * more place where a name can be imported from. So one is added by a commit that says why the others cannot have it.
 */
it("the runtime has these entry points, and no others", () => {
  const { exports } = JSON.parse(read("runtime/package.json")) as { exports: object };
  expect(Object.keys(exports).toSorted()).toEqual([
    ".",
    "./application-default",
    "./cel",
    "./fixtures",
    "./generated/aip-v1",
    "./generated/calls-v1",
    "./generated/guide-v1",
    "./generated/messages-v1",
    "./generated/sdk-v1",
    "./generated/session-v1",
    "./generated/web-messages-v1",
    "./generated/web-v1",
    "./generated/wire-v1",
    "./guide",
    "./login",
    "./mask",
    "./messages",
    "./msw",
    "./opentelemetry",
    "./opentelemetry/register",
    "./package.json",
    "./server",
    "./web",
  ]);
});

it.each(["runtime", "emulator", "generator", "convention", "generated/cloud", "generated/catalogue"])(
  "all entry points of %s are looked through for types that nobody can import",
  (folder) => {
    const { name, exports } = JSON.parse(read(`${folder}/package.json`)) as { name: string; exports: object };
    const paths = Object.keys(exports).filter((path) => !path.endsWith(".json"));
    const looked = entryPoints.filter(({ file }) => file.startsWith(`${folder}/`)).map(({ path }) => path);
    expect(looked.toSorted()).toEqual(paths.map((path) => path.replace(/^\./, name)).toSorted());
  },
);
