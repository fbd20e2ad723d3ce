import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Specifiers of the entry points that load without an optional package. */
const entriesOf = (folder: string): string[] => {
  const text = readFileSync(join(top, folder, "package.json"), "utf8");
  const { name, exports } = JSON.parse(text) as { name: string; exports: Readonly<Record<string, unknown>> };
  const isLoaded = (entry: string): boolean => !/\*|\.json$|server|otel|opentelemetry|cel$/.test(entry);
  return Object.keys(exports)
    .filter(isLoaded)
    .map((entry) => `${name}${entry.slice(1)}`);
};

it("every entry point has names that people can read, and none of a bundler", () => {
  const entries = ["runtime", "generated/cloud", "generated/catalogue"].flatMap(entriesOf);
  expect(entries.length).toBeGreaterThan(25);
  const program = `
    for (const entry of ${JSON.stringify(entries)})
      for (const name of Object.keys(await import(entry)))
        if (/^[\\w$]{1,2}$/.test(name)) console.log(entry, name);`;
  // The sample programs have all packages among their own.
  const cwd = join(top, "examples/programs");
  expect(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" }),
  ).toBe("");
});
