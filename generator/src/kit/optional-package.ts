import { peerVersion } from "./own-package.js";
import { Problems } from "./problem.js";

/** A package that npm installs only for those who ask for it. */
export interface OptionalPackage {
  readonly name: string;
  /** The option that needs it; undefined if the whole command does. */
  readonly neededBy?: string;
}

/**
 * Loads a part of the generator that needs an optional package.
 * @throws Problems if the package is not installed. Other errors of `load` pass through.
 */
export async function loadWith<M>(needed: OptionalPackage, load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    throw isMissing && error.message.includes(`'${needed.name}'`) ? missingPackage(needed) : error;
  }
}

/** Says that the package is not installed, and how it is. */
export function missingPackage({ name, neededBy }: OptionalPackage): Problems {
  const version = peerVersion(name);
  return new Problems([
    {
      code: "PACKAGE_MISSING",
      element: neededBy,
      what: `The package ${name} is needed and not installed`,
      fix: `Run \`npm install --save-dev ${name}${version === undefined ? "" : `@${version}`}\``,
    },
  ]);
}
