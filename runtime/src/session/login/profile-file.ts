import { builtIn } from "../auth/built-in.js";
import { readPrivateFile } from "../auth/private-file.js";
import { type ProfileSettings, settingTypes } from "./profile-settings.js";

/** A profile in the file. */
export interface Profile {
  readonly settings: ProfileSettings;
  /** The address of the API for which the credentials were saved. */
  readonly credentialsFor?: string | undefined;
}

/** The content of the file. */
export interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** A reason why a profile cannot be used. */
export type ProfileFault =
  | "ARGUMENT_INVALID"
  | "FILE_INVALID"
  | "FILE_UNREADABLE"
  | "INSECURE"
  | "NAME_UNKNOWN";

/** Creates the error for a fault. */
export type ProfileError = (code: ProfileFault, text: string) => Error;

/** The variables of an environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The name of the profile that is used if none is selected. */
export const defaultProfile = "default";

/**
 * Returns the path of the profiles of an SDK: `stratus/PACKAGE/profiles.json` in the configuration folder of the user, or
 * the absolute path that a variable sets. A relative path counts as none, so that no file of the working folder is used.
 *
 * @param packageName The name in the SDK's package.json.
 * @param given The value of `<SESSION>_PROFILES_FILE`.
 * @throws The error for a path that is not absolute.
 */
export function profilesPath(
  packageName: string,
  env: Variables,
  given: string | undefined,
  error: ProfileError,
): string {
  const { isAbsolute, join } = builtIn.paths();
  if (given) {
    if (isAbsolute(given)) return given;
    throw error(
      "ARGUMENT_INVALID",
      `the path of the profiles file must be absolute, got ${JSON.stringify(given)}`,
    );
  }
  // No name of a package contains a plus sign, so that no two names become one.
  const folder = packageName.replaceAll("/", "+").replace(/[^\w.@+-]+/g, "-");
  const path = join(configFolder(env), "stratus", folder, "profiles.json");
  if (isAbsolute(path)) return path;
  throw error("ARGUMENT_INVALID", "the home folder of this user is not an absolute path; correct HOME");
}

/** Returns the configuration folder of the platform (XDG Base Directory Specification on Linux). */
function configFolder(env: Variables): string {
  const { isAbsolute, join } = builtIn.paths();
  const { platform } = process;
  const named = (platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"]) ?? "";
  if (isAbsolute(named)) return named;
  const home = builtIn.machine().homedir();
  if (platform === "win32") return join(home, "AppData", "Roaming");
  return platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".config");
}

/**
 * Reads a profiles file, which must belong to this user alone: another user's settings could run a command, or send
 * credentials elsewhere.
 *
 * @returns undefined if there is none
 * @throws The error for a file that is not private, or that is not a profiles file.
 */
export function readProfileFile(path: string, error: ProfileError): ProfileFile | undefined {
  const file = readPrivateFile(path);
  if (file === undefined) return undefined;
  if (file.fault !== undefined)
    throw file.code === "INSECURE"
      ? error(
          "INSECURE",
          `${path} ${file.fault}; check its content, then make it a file that only you can read: \`chmod 600\``,
        )
      : error("FILE_UNREADABLE", `${path} ${file.fault}`);
  try {
    const { current = defaultProfile, profiles = {} } = JSON.parse(file.text) as Partial<ProfileFile>;
    const known = Object.entries(profiles).map(([name, one]) => [name, knownProfile(one)] as const);
    return { current, profiles: Object.fromEntries(known) };
  } catch {
    throw error("FILE_INVALID", `${path} is not a valid profiles file; fix or remove it`);
  }
}

/** Returns a profile of a file. @throws The error that lists the profiles, if there is none of this name. */
export function findProfile(
  { profiles }: ProfileFile,
  name: string,
  path: string,
  error: ProfileError,
): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const known = Object.keys(profiles).join(", ") || "none yet";
  throw error("NAME_UNKNOWN", `there is no profile ${JSON.stringify(name)} in ${path}; there are ${known}`);
}

/** Checks the name of a profile, which becomes part of a path. @throws The error that shows the form of a name. */
export function requireProfileName(name: string, error: ProfileError): void {
  if (/^(?!\.)[\w.-]{1,64}$/.test(name)) return;
  const text = `invalid profile name ${JSON.stringify(name)}; use up to 64 letters, digits, dots and hyphens`;
  throw error("ARGUMENT_INVALID", text);
}

/** Returns the path of a file with credentials of a profile, beside the file of profiles. */
export function credentialPath(profilesFile: string, name: string, kind: "login" | "token"): string {
  const { dirname, join } = builtIn.paths();
  return join(dirname(profilesFile), `${name}.${kind}`);
}

function knownProfile({ settings, credentialsFor }: Partial<Profile>): Profile {
  const types: Readonly<Record<string, string>> = settingTypes;
  const known = Object.entries(settings ?? {}).filter(
    ([key, value]) => Object.hasOwn(types, key) && typeof value === types[key],
  );
  return {
    settings: Object.fromEntries(known),
    credentialsFor: typeof credentialsFor === "string" ? credentialsFor : undefined,
  };
}
