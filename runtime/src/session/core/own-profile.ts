import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import type { RuntimeErrorCode } from "../../base/text/error-codes.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { builtIn } from "../auth/built-in.js";
import type { Credentials, CredentialsProfile } from "../auth/credentials.js";
import {
  defaultProfile,
  findProfile,
  type Profile,
  type ProfileFault,
  profilesPath,
  readProfileFile,
  requireProfileName,
} from "../login/profile-file.js";
import {
  credentialSettings,
  hasLogin,
  pathSettings,
  type ProfileSettings,
  settingsAddress,
} from "../login/profile-settings.js";
import type { ProfileOptions } from "../login/profile-source.js";
import type { SessionOptions } from "./session-options.js";
import { variableName } from "./variable-name.js";

/** A profile with its name, which errors contain. */
export interface NamedProfile {
  readonly profile: CredentialsProfile;
  readonly options: ProfileOptions & Pick<SessionOptions, "proxy">;
}

/**
 * Reads a profile that the command line wrote.
 *
 * @param selected The name of the profile. Default: the current one of the file.
 * @throws An OptionsError if it does not exist or cannot be used.
 */
export function readOwnProfile(wiring: SessionWiring, selected: string | undefined): NamedProfile {
  const fail = profileError(wiring);
  const file = process.env[variableName(wiring, "PROFILES_FILE")];
  const path = profilesPath(wiring.sdk.name, process.env, file, fail);
  const found = readProfileFile(path, fail);
  const name = selected ?? found?.current ?? defaultProfile;
  requireProfileName(name, fail);
  const profile = namedProfile(wiring, name);
  if (!found)
    throw fail("NAME_UNKNOWN", `there are no profiles in ${path}; log in first: ${profile.loginCommand}`);
  const one = findProfile(found, name, path, fail);
  requireSavedAddress(wiring, one, name);
  return { profile, options: settingsOptions(wiring, one.settings, name) };
}

function settingsOptions(
  wiring: SessionWiring,
  settings: ProfileSettings,
  name: string,
): NamedProfile["options"] {
  for (const key of pathSettings) {
    const path = settings[key];
    if (path === undefined || builtIn.paths().isAbsolute(path)) continue;
    throw invalidOption(`profile ${name}: ${key}`, `the path must be absolute, got ${JSON.stringify(path)}`);
  }
  const { apiDomain, endpoint, insecure, ca, proxy, parentId } = settings;
  return {
    apiDomain,
    endpoint,
    insecure,
    parentId,
    proxy: proxy === "none" ? false : proxy,
    tls: ca === undefined ? undefined : { ca: readCa(ca, name) },
    credentials: hasLogin(settings) ? settingsCredentials(wiring, settings, name) : undefined,
  };
}

function readCa(path: string, name: string): string {
  try {
    return builtIn.filesNow().readFileSync(path, "utf8");
  } catch (error) {
    throw new OptionsError("FILE_UNREADABLE", `profile ${name}: ca: ${path} cannot be read`, {
      cause: error,
    });
  }
}

/** Returns the kind of credentials that settings select: `login file`. */
function credentialsText(settings: ProfileSettings): string {
  const key = credentialSettings.find((one) => settings[one] !== undefined) ?? "";
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns the credentials of a profile's settings. The first token loads their modules. */
function settingsCredentials(wiring: SessionWiring, settings: ProfileSettings, name: string): Credentials {
  let loaded: Credentials | undefined;
  return {
    description: credentialsText(settings),
    async fetchToken(context) {
      const { profileCredentials } = await import("../login/profile-credentials.js");
      loaded ??= profileCredentials(settings, { packageName: wiring.sdk.name, profile: name });
      return loaded.fetchToken(context);
    },
    refuse: (token) => loaded?.refuse?.(token),
  };
}

/** Refuses to send the credentials of a profile to an address that they were not saved for. */
function requireSavedAddress(
  wiring: SessionWiring,
  { settings, credentialsFor }: Profile,
  name: string,
): void {
  if (credentialsFor === undefined || !hasLogin(settings)) return;
  const address = settingsAddress(settings);
  // The default addresses of an SDK are hosts; those that somebody chose have a scheme.
  const isDefault = !/^(?:https?|dns|unix|unix-abstract):/i.test(credentialsFor);
  const isSame =
    address === undefined
      ? isDefault && (wiring.apiDomain ?? credentialsFor) === credentialsFor
      : address === credentialsFor;
  if (isSame) return;
  const now = address ?? wiring.apiDomain ?? "the default address of the API";
  throw new OptionsError(
    "OPTION_CONFLICT",
    `the credentials of profile ${name} were saved for ${credentialsFor || "another server"}, and the profile now has ${now}; log in again: ${namedProfile(wiring, name).loginCommand}`,
  );
}

function namedProfile({ sdk }: SessionWiring, name: string): CredentialsProfile {
  const flag = name === defaultProfile ? "" : ` --profile ${name}`;
  return { name, loginCommand: `npx @stratus/cli ${sdk.name} login${flag}` };
}

const codes: Readonly<Record<ProfileFault, RuntimeErrorCode>> = {
  ARGUMENT_INVALID: "OPTION_INVALID",
  FILE_INVALID: "FILE_UNREADABLE",
  FILE_UNREADABLE: "FILE_UNREADABLE",
  INSECURE: "INSECURE",
  NAME_UNKNOWN: "OPTION_INVALID",
};

function profileError({ session }: SessionWiring): (code: ProfileFault, text: string) => OptionsError {
  return (code, text) => new OptionsError(codes[code], `${session}: ${text}`);
}
