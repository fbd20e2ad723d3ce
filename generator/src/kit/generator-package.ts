import { createRequire } from "node:module";

/** The parts of the generator's own package.json that it reads. */
export interface GeneratorPackage {
  readonly version: string;
  /** Packages that some parts need, with the versions that they work with. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the generator's package.json by its package name, because this module may be in a bundle. */
export function readGeneratorPackage(): GeneratorPackage {
  return createRequire(import.meta.url)("protoc-gen-stratus/package.json") as GeneratorPackage;
}

/** Returns the version of an optional package to install. Undefined for any version. */
export function readPeerVersion(name: string): string | undefined {
  return readGeneratorPackage().peerDependencies[name]?.replace(/^\^/, "");
}
