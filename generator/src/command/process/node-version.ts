/**
 * Which Node this is, before anything else is loaded: an older one fails on the
 * language or on a library, with a stack trace that helps nobody. This file is
 * plain enough for any Node that has modules, and imports nothing.
 */

/** The oldest Node that the package runs on; `engines` of its package.json says the same. */
export const oldestNode = "20.19";

/**
 * What to say where this Node is too old: one line with the version that is needed; undefined where it will do.
 *
 * @param command the command that was started
 * @param version that of Node, as `process.versions.node` has it
 */
export function nodeFault(command: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = oldestNode.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `${command}: needs Node ${oldestNode} or newer, and this is ${version}. Install one, or switch to it.`;
}
