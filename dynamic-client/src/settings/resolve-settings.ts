import type { GuideSession } from "@stratus/runtime/guide";
import { settingsAddress } from "@stratus/runtime/login";
import { safeLine } from "../text/safe-text.js";
import { UsageError } from "../text/usage-error.js";
import type { Profiles } from "./profiles.js";
import { environmentVariable, hasLogin, mergeSettings, readEnvironment, type Settings } from "./settings.js";

/** An SDK whose session is described. */
interface SdkSession {
  readonly session: GuideSession;
}

/** Credentials that a profile keeps for one address. */
export interface SavedCredentials {
  readonly profile: string;
  /** The address of the API that they are for. */
  readonly address: string;
}

/** The settings of a command. */
export interface ResolvedSettings {
  readonly settings: Settings;
  /** Set if the credentials are those of a profile. */
  readonly saved?: SavedCredentials | undefined;
}

/** The sources of settings. */
export interface SettingsSources {
  readonly sdk: SdkSession;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The settings of the command's flags. */
  readonly given: Settings;
  readonly profiles: Profiles;
  /** The name of the selected profile. */
  readonly profile: string;
  /** Whether the profile may be missing, as before the first login. Default: false. */
  readonly isNew?: boolean | undefined;
  readonly defaults?: Settings | undefined;
}

/** Merges the settings of all sources: flags, then the environment, then the profile, then the defaults. */
export function resolveSettings(sources: SettingsSources): ResolvedSettings {
  const { sdk, env, given, profiles, profile, isNew = false, defaults = {} } = sources;
  const inProfile = isNew ? profiles.getOrNew(profile) : profiles.get(profile);
  const first = mergeSettings(given, readEnvironment(sdk.session.name, env));
  const settings = mergeSettings(first, inProfile, defaults);
  const hasToken = Boolean(env[environmentVariable(sdk.session.name, "token")]);
  if (hasToken || hasLogin(first) || !hasLogin(inProfile)) return { settings };
  const address = profiles.credentialsFor(profile) ?? apiAddress(sdk, mergeSettings(inProfile, defaults));
  return { settings, saved: { profile, address } };
}

/** Returns the address of an API in one form. It names what receives the credentials. */
export function apiAddress(sdk: SdkSession, settings: Settings): string {
  return settingsAddress(settings) ?? (sdk.session.addresses ?? []).join(", ");
}

/**
 * Refuses to send the credentials of a profile to an address that they were not saved for.
 *
 * @throws A UsageError with exit code 3 that names both addresses.
 */
export function requireSavedAddress(
  sdk: SdkSession,
  settings: Settings,
  saved: SavedCredentials | undefined,
): void {
  if (saved === undefined) return;
  const address = apiAddress(sdk, settings);
  if (address === saved.address) return;
  const [now, before] = [address, saved.address].map((one) => safeLine(one) || "another server");
  throw new UsageError(
    "CREDENTIALS_INVALID",
    `the credentials of profile ${saved.profile} were saved for ${before}, and this command calls ${now}. Log in for ${now}, select its profile with --profile, or pass credentials with the command`,
    3,
  );
}
