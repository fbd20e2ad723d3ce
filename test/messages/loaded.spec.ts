import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

const sdk = fileURLToPath(new URL("../../generated/cloud/", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${sdk}package.json`, "utf8")) as {
  exports: Readonly<Record<string, { default?: string }>>;
};
const entries = Object.values(exports).flatMap(({ default: file }) => file ?? []);

describe("an entry of a generated package", () => {
  it.each(entries)("loads the modules that it needs and no others: %s", async (entry) => {
    const source = join(sdk, entry.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));
    expect(modulesOf(filesOf(join(sdk, entry)))).toEqual(await modulesNeededBy(source));
  });

  it("loads few files, whatever the number of protos", () => {
    const sizes = entries.map((entry) => filesOf(join(sdk, entry)).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
  });
});

/** The files of the package that Node loads with one of them. */
function filesOf(file: string): readonly string[] {
  const loaded = new Set([file]);
  for (const one of loaded) {
    for (const [, path = ""] of readFileSync(one, "utf8").matchAll(
      /^(?:import|export) [^;]*?"(\.[^"]+)";$/gm,
    )) {
      loaded.add(join(dirname(one), path));
    }
  }
  return [...loaded];
}

/** Which sources of the package stand in files of it. */
function modulesOf(files: readonly string[]): readonly string[] {
  // A file that only passes on what others have needs no map.
  const mapped = files.filter((file) => existsSync(`${file}.map`));
  const paths = mapped.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: readonly string[] };
    return sources.map((source) => relative(sdk, join(dirname(file), source)));
  });
  return [...new Set(paths)].sort();
}

/** Which sources have something that remains when this one alone is put together. */
async function modulesNeededBy(source: string): Promise<readonly string[]> {
  const bundle = await rolldown({ input: source, platform: "neutral", external: /^@stratus\// });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const [first] = output;
  const ids = Object.entries(first.modules).flatMap(([id, { code }]) => (code ? [id] : []));
  return ids.map((id) => relative(sdk, id)).sort();
}
