import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

const sdk = fileURLToPath(new URL("../../generated/cloud/", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${sdk}package.json`, "utf8")) as {
  exports: Readonly<Record<string, { default?: { default: string } }>>;
};
const entries = Object.values(exports).flatMap(({ default: module }) => module?.default ?? []);

describe("an entry of a generated package", () => {
  it.each(entries)("loads no module that its source would not load: %s", async (entry) => {
    const source = join(sdk, entry.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));
    const needed = await modulesNeededBy(source);
    const loaded = modulesOf(filesOf(join(sdk, entry)));
    expect(loaded.filter((one) => !needed.includes(one))).toEqual([]);
  });

  it("is few files, though its sources are eleven", async () => {
    const entry = "dist/compute/v1/index.js";
    expect(await modulesNeededBy(join(sdk, "src/compute/v1/index.ts"))).toHaveLength(11);
    expect(filesOf(join(sdk, entry)).length).toBeLessThan(6);
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

/** Which sources Node would load with one of them, were each a module of its own. */
async function modulesNeededBy(source: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: source,
    platform: "neutral",
    external: /^@stratus\//,
    treeshake: false,
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].moduleIds.map((id) => relative(sdk, id)).sort();
}
