import { nodeErrorCode } from "../../../base/text/value-text.js";
import { builtIn } from "../built-in.js";
import { privacyFault } from "../private-file.js";

/** Returns the default folder for tokens, in the system's cache folder of the user. */
export function defaultFolder(): string | undefined {
  const { isAbsolute, join } = builtIn.paths();
  const { platform, env } = process;
  // XDG Base Directory Specification: a relative path counts as none.
  const named = (platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"]) ?? "";
  const home = isAbsolute(named) ? named : homeFolder(platform);
  return home === undefined ? undefined : join(home, "stratus", "tokens");
}

function homeFolder(platform: NodeJS.Platform): string | undefined {
  const parts = { win32: ["AppData", "Local"], darwin: ["Library", "Caches"] }[String(platform)] ?? [
    ".cache",
  ];
  const { isAbsolute, join } = builtIn.paths();
  try {
    const home = join(builtIn.machine().homedir(), ...parts);
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the folder if it is not there, for this user alone.
 *
 * @returns why nothing can be kept in it; undefined if it is ready
 * @throws An Error if others could read the tokens in it, or put their own there.
 */
export async function openFolder(path: string): Promise<string | undefined> {
  const files = builtIn.files();
  try {
    await files.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    return `the folder ${path} cannot be made (${nodeErrorCode(error)})`;
  }
  const stat = await files.lstat(path);
  const fault = stat.isDirectory() ? privacyFault(stat) : "is not a folder";
  if (fault === undefined) return undefined;
  throw new Error(
    `no token is kept in ${path}, which ${fault}; make it a folder of this user alone (chmod 700), or name another`,
  );
}
