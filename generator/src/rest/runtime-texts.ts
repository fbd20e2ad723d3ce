import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folders of sources that REST clients contain: their runtime, and the format of guides. */
const folders = ["rest/runtime", "kit/guide"];

const isCarried = (name: string): boolean => name.endsWith(".ts") && !/\.(spec|fixture)\.ts$/.test(name);

/**
 * Returns the sources that REST clients contain, by their paths below `src`. The bundle replaces this file by one with the
 * texts.
 */
export function readRuntimeTexts(): ReadonlyMap<string, string> {
  return new Map(
    folders.flatMap((folder) => {
      // The path is the same from the compiled file and from this one.
      const place = fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url));
      const names = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(isCarried).sort();
      return names.map((name) => [
        `${folder}/${name.replaceAll("\\", "/")}`,
        readFileSync(`${place}${name}`, "utf8"),
      ]);
    }),
  );
}
