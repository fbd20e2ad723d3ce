/**
 * Checks the version of Node before anything else is loaded, because an older one fails with an unclear stack trace.
 * This file runs on any Node with modules, and imports nothing.
 */

/** The oldest Node that the package supports. `engines` in its package.json states the same. */
export const minNodeVersion = "20.19";

/**
 * Returns an error for a Node that is too old; undefined for a supported one.
 *
 * @param command The name of the command, for the error.
 * @param version The value of `process.versions.node`.
 */
export function checkNodeVersion(command: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = minNodeVersion.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `${command} requires Node ${minNodeVersion} or newer, and this is ${version}. Install or activate a newer one.`;
}
