import type { GuideService } from "../../../kit/guide/service.js";
import type { GuideEnum, GuideMessage } from "../../../kit/guide/types.js";

/** A proto package, as pages have it. */
export interface DocsPackage {
  /** Empty for files without a package. */
  readonly name: string;
  /** Path of its entry: `compute/v1`. */
  readonly directory: string;
  readonly services: readonly GuideService[];
  /** By their full names. */
  readonly messages: readonly (readonly [name: string, message: GuideMessage])[];
  readonly enums: readonly (readonly [name: string, one: GuideEnum])[];
}

/** The last part of a full name: `DiskService`. */
export function simpleName(fullName: string): string {
  return fullName.split(".").at(-1) ?? fullName;
}
