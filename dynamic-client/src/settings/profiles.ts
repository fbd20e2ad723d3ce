/**
 * Profiles: named settings in a file that only this user can read. The CLI and the MCP server share them.
 *
 * @module
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSetting, hasLogin, isBooleanSetting, type Settings } from "./settings.js";
import { UsageError } from "../text/usage-error.js";

/** A profile in the file. */
interface Profile {
  readonly settings: Settings;
  /** The address of the API for which the credentials were saved. */
  readonly credentialsFor?: string | undefined;
}

/** The contents of the file. */
interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const defaultProfile = "default";

/** The profiles of an SDK, in the user's configuration folder. */
export class Profiles {
  readonly path: string;
  #file: ProfileFile | undefined;

  /**
   * @param packageName The name in the SDK's package.json. Each command and server that calls the SDK uses the same profiles,
   *   whatever its own name is and wherever the package is.
   */
  constructor(packageName: string, env: Readonly<Record<string, string | undefined>>) {
    // No name of a package contains a plus sign, so that no two names become one.
    const folder = packageName.replaceAll("/", "+").replace(/[^\w.@+-]+/g, "-");
    this.path = join(configFolder(env), "stratus", folder, "profiles.json");
  }

  /** The name of the current profile. */
  get current(): string {
    return this.#read().current;
  }

  get names(): readonly string[] {
    return Object.keys(this.#read().profiles);
  }

  /** Returns the settings of a profile. The default profile always exists. @throws A UsageError if the profile does not exist. */
  get(name: string): Settings {
    return this.#profile(name).settings;
  }

  /** The address of the API for which the credentials of a profile were saved. Undefined if it is that of its settings. */
  credentialsFor(name: string): string | undefined {
    return this.#profile(name).credentialsFor;
  }

  #profile(name: string): Profile {
    const { profiles } = this.#read();
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (found || name === defaultProfile) return found ?? { settings: {} };
    const known = Object.keys(profiles).join(", ") || "none yet";
    throw new UsageError("NAME_UNKNOWN", `there is no profile ${name}; there are ${known}`);
  }

  /** Returns the settings of a profile, or none if it does not exist. @throws A UsageError if the name is invalid. */
  getOrNew(name: string): Settings {
    requireName(name);
    return this.names.includes(name) ? this.get(name) : {};
  }

  /** Returns the path of the token file of a profile. @throws A UsageError if the name is invalid. */
  tokenPath(name: string): string {
    requireName(name);
    return join(dirname(this.path), `${name}.token`);
  }

  /**
   * Saves the settings of a profile. Settings that are undefined are removed.
   *
   * @param credentialsFor The address of the API that the credentials are for. Default: that of the credentials that the
   *   profile has.
   */
  set(name: string, settings: Settings, credentialsFor?: string): void {
    requireName(name);
    const file = this.#read();
    const defined = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const before = this.names.includes(name) ? this.credentialsFor(name) : undefined;
    const profile: Profile = {
      settings: defined,
      credentialsFor: hasLogin(defined) ? (credentialsFor ?? before) : undefined,
    };
    this.#write({ ...file, profiles: { ...file.profiles, [name]: profile } });
  }

  /** Makes a profile the current one. */
  use(name: string): void {
    this.get(name);
    this.#write({ ...this.#read(), current: name });
  }

  /** Deletes a profile and its token. */
  remove(name: string): void {
    this.get(name);
    rmSync(this.tokenPath(name), { force: true });
    const { [name]: _, ...profiles } = this.#read().profiles;
    const { current } = this.#read();
    this.#write({ current: current === name ? defaultProfile : current, profiles });
  }

  #read(): ProfileFile {
    return (this.#file ??= readFile(this.path));
  }

  #write(file: ProfileFile): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const next = `${this.path}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
    // A file that was there may have been open to others.
    chmodSync(next, 0o600);
    renameSync(next, this.path);
    this.#file = file;
  }
}

function readFile(path: string): ProfileFile {
  let text: string;
  try {
    refuseForeign(path);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return { current: defaultProfile, profiles: {} };
  }
  try {
    const { current = defaultProfile, profiles = {} } = JSON.parse(text) as Partial<ProfileFile>;
    return {
      current,
      profiles: Object.fromEntries(Object.entries(profiles).map(([name, one]) => [name, knownProfile(one)])),
    };
  } catch {
    throw new UsageError("FILE_INVALID", `${path} is not a valid profiles file; fix or remove it`);
  }
}

/** Checks the name of a profile, which becomes part of a path. */
function requireName(name: string): void {
  if (/^[\w.-]{1,64}$/.test(name)) return;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `invalid profile name ${name}; use up to 64 letters, digits, dots and hyphens`,
  );
}

/** Refuses a file that other users can write, because they could make it run their command. */
function refuseForeign(path: string): void {
  if (process.platform === "win32") return;
  const { mode, uid } = statSync(path);
  if ((mode & 0o022) === 0 && (uid === process.geteuid?.() || uid === 0)) return;
  throw new UsageError(
    "INSECURE",
    `other users can write ${path}; check its contents, then run \`chmod 600\` on it`,
  );
}

function knownProfile({ settings, credentialsFor }: Partial<Profile>): Profile {
  const known = Object.entries(settings ?? {}).filter(([key, value]) => {
    const own = findSetting(key);
    return own === key && (isBooleanSetting(own) ? typeof value === "boolean" : typeof value === "string");
  });
  return {
    settings: Object.fromEntries(known),
    credentialsFor: typeof credentialsFor === "string" ? credentialsFor : undefined,
  };
}

/** Returns the configuration folder of the platform (XDG Base Directory Specification on Linux). */
function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { homedir } = process.getBuiltinModule("node:os");
  if (process.platform === "win32") return env["APPDATA"] ?? join(homedir(), "AppData", "Roaming");
  const named = env["XDG_CONFIG_HOME"];
  if (named?.startsWith("/")) return named;
  return process.platform === "darwin"
    ? join(homedir(), "Library", "Application Support")
    : join(homedir(), ".config");
}
