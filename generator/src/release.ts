import { readFileSync } from "node:fs";

/** What the generator's own package.json says. */
export interface Release {
  readonly version: string;
}

/** Reads the generator's own package.json. */
export function readRelease(): Release {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as Release;
  return { version };
}
