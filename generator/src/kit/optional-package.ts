import { createRequire } from "node:module";
import { readPeerVersion } from "./generator-package.js";
import { Problems } from "./problem.js";

/** An optional npm package. */
export interface OptionalPackage {
  readonly name: string;
  /** The option that needs it. Undefined if the command always needs it. */
  readonly neededBy?: string;
}

/**
 * Loads a part of the generator that needs an optional package.
 * @throws Problems if the package is not installed. Other errors of `load` pass through.
 */
export async function loadOptionalPackage<M>(
  needed: OptionalPackage,
  load: () => Promise<M>,
  isPackageInstalled = isInstalled,
): Promise<M> {
  try {
    return await load();
  } catch (error) {
    throw hasCode(error, "ERR_MODULE_NOT_FOUND") && !isPackageInstalled(needed.name)
      ? createMissingPackageProblems(needed)
      : error;
  }
}

/** Returns the problem that the package is not installed, with the command that installs it. */
export function createMissingPackageProblems({ name, neededBy }: OptionalPackage): Problems {
  const version = readPeerVersion(name);
  return new Problems([
    {
      code: "PACKAGE_MISSING",
      element: neededBy,
      what: `The package ${name} is needed and not installed`,
      fix: `Run \`npm install --save-dev ${name}${version === undefined ? "" : `@${version}`}\``,
    },
  ]);
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    // A package may have no entry point for `require`.
    return !hasCode(error, "MODULE_NOT_FOUND");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
