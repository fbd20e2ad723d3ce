import { CommandError } from "../kit/problem.js";

/** The files of a generated package, or of sources that were generated among those of a program. */
export interface SdkFiles {
  /** The name of the package in a report: `@svc/cloud 1.2.0`, `main:sdk`. */
  readonly label: string;
  /** Texts by path from the top of the package, with `/`. */
  readonly files: ReadonlyMap<string, string>;
  /** Folder from which the packages that it imports are resolved; undefined if the version is not in a folder. */
  readonly folder?: string | undefined;
}

/** The file in which a REST client carries the description that it was made of. */
export const descriptionPath = "description.json";

/** Whether a file of a folder or an archive is read: manifests, sources, declarations, and the pages that have examples. */
export function isRead(path: string): boolean {
  return (
    /^(?:package|description)\.json$|^docs\/.*\.md$/.test(path) ||
    (/\.[mc]?ts$/.test(path) &&
      !/(^|\/)(node_modules|\.git)\//.test(path) &&
      !/\.d\.[mc]?ts\.map$/.test(path))
  );
}

/** A part of package.json that is read here. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly "//"?: string;
}

/** The manifest; undefined for sources without one. */
export function readManifest({ label, files }: SdkFiles): Manifest | undefined {
  const text = files.get("package.json");
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Manifest;
  } catch (cause) {
    const text = `package.json of ${label} is not JSON. Correct it, or name another package`;
    throw new CommandError("FILE_INVALID", text, { cause });
  }
}
