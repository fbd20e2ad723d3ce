/** The parts of `stratus release`: the versions of a package, its changelog, and the files that have its version. */
export { addEntry, listVersions, readUnreleased } from "./changelog.js";
export { compareVersions, isVersion, nextPreRelease, nextVersion } from "./next-version.js";
export { readReleases } from "./releases.js";
export { findVersionFiles } from "./version-files.js";
