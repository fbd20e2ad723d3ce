/**
 * Profiles: named settings in a file that only this user can read. The CLI and the MCP server share them.
 *
 * @module
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isBooleanSetting, findSetting, type Settings } from "./settings.js";
import { UsageError } from "../text/usage-error.js";

/** The contents of the file. */
interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Settings>>;
}

const defaultProfile = "default";

/** The profiles of a CLI, in the user's configuration folder. */
export class Profiles {
  readonly path: string;
  #file: ProfileFile | undefined;

  /** @param name The name of the CLI or the SDK, which names the folder. */
  constructor(name: string, env: Readonly<Record<string, string | undefined>>) {
    this.path = join(configFolder(env), name.replace(/[^\w.-]+/g, "-").replace(/^-+/, ""), "profiles.json");
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
    const { profiles } = this.#read();
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (found || name === defaultProfile) return found ?? {};
    const knownSettings = Object.keys(profiles).join(", ") || "none yet";
    throw new UsageError("NAME_UNKNOWN", `there is no profile ${name}; there are ${knownSettings}`);
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

  /** Saves the settings of a profile. Settings that are undefined are removed. */
  set(name: string, settings: Settings): void {
    requireName(name);
    const file = this.#read();
    const defined = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    this.#write({ ...file, profiles: { ...file.profiles, [name]: defined } });
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
      profiles: Object.fromEntries(Object.entries(profiles).map(([name, one]) => [name, known(one)])),
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

function known(settings: object): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => {
      const own = findSetting(key);
      return own === key && (isBooleanSetting(own) ? typeof value === "boolean" : typeof value === "string");
    }),
  );
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
