import { createRequire } from "node:module";

/** What the generator's own package.json says. */
export interface Release {
  readonly version: string;
}

/** Reads the generator's own package.json, by the package's name: this module may stand in a bundle. */
export function readRelease(): Release {
  const { version } = createRequire(import.meta.url)("protoc-gen-stratus/package.json") as Release;
  return { version };
}
