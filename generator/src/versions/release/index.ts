/** The parts of `stratus release`: the versions of a package, its changelog, and the files that have its version. */
export { addEntry, findLostLines, listVersions, readUnreleased } from "./changelog.js";
export {
  compareVersions,
  explainStep,
  isMajorRelease,
  isVersion,
  nextPreRelease,
  nextVersion,
} from "./next-version.js";
export { findPreviousVersion } from "./previous-version.js";
export { readReleases, readRepositoryUrl, readTags } from "./releases.js";
export { findPluginOptions, findVersionFiles } from "./version-files.js";
