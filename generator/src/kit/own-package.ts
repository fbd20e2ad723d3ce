import { createRequire } from "node:module";

/** The parts of the generator's own package.json that it reads. */
export interface OwnPackage {
  readonly version: string;
  /** Packages that some parts need, with the versions that they work with. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the generator's own package.json, by the package's name: this module may be in a bundle. */
export function readOwnPackage(): OwnPackage {
  return createRequire(import.meta.url)("protoc-gen-stratus/package.json") as OwnPackage;
}

/** The version to install of a package that some parts need; undefined if any will do. */
export function peerVersion(name: string): string | undefined {
  return readOwnPackage().peerDependencies[name]?.replace(/^\^/, "");
}
