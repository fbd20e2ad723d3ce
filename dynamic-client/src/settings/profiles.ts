/**
 * The room of profiles: named settings in a file of this user alone. It is the entry point `@stratus/cli/profile`, so that
 * other tools use the logins of the command line.
 *
 * @module
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isBooleanSetting, findSetting, type Settings } from "./settings.js";
import { UsageError } from "../text/usage-error.js";

/** The file as it is. */
interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Settings>>;
}

const defaultProfile = "default";

/** Profiles of a command line, in the user's folder for configuration. */
export class Profiles {
  readonly path: string;
  #file: ProfileFile | undefined;

  /** @param name Name of the command line or of the package, by which its file is told from others. */
  constructor(name: string, env: Readonly<Record<string, string | undefined>>) {
    this.path = join(configFolder(env), name.replace(/[^\w.-]+/g, "-").replace(/^-+/, ""), "profiles.json");
  }

  /** The name of the profile in use. */
  get current(): string {
    return this.#read().current;
  }

  get names(): readonly string[] {
    return Object.keys(this.#read().profiles);
  }

  /** Settings of a profile; none if it is the usual one and was never written. @throws A UsageError if there is none. */
  get(name: string): Settings {
    const { profiles } = this.#read();
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (found || name === defaultProfile) return found ?? {};
    const knownSettings = Object.keys(profiles).join(", ") || "none yet";
    throw new UsageError(`there is no profile ${name}; there are ${knownSettings}`);
  }

  /** Settings of a profile that may be new, which has none. @throws A UsageError for what cannot be the name of one. */
  getOrNew(name: string): Settings {
    requireName(name);
    return this.names.includes(name) ? this.get(name) : {};
  }

  /** The file for the token of a profile. @throws A UsageError for what cannot be the name of one. */
  tokenPath(name: string): string {
    requireName(name);
    return join(dirname(this.path), `${name}.token`);
  }

  /** Writes settings of a profile; undefined takes one away. */
  set(name: string, settings: Settings): void {
    requireName(name);
    const file = this.#read();
    const kept = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    this.#write({ ...file, profiles: { ...file.profiles, [name]: kept } });
  }

  /** Makes a profile the one in use. */
  use(name: string): void {
    this.get(name);
    this.#write({ ...this.#read(), current: name });
  }

  /** Takes a profile away, with its token. */
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
    throw new UsageError(`${path} is not a valid profiles file; fix or remove it`);
  }
}

/** A name is part of a path. */
function requireName(name: string): void {
  if (/^[\w.-]{1,64}$/.test(name)) return;
  throw new UsageError(`invalid profile name ${name}; use up to 64 letters, digits, dots and hyphens`);
}

/** A file that others can write may name a program of theirs. */
function refuseForeign(path: string): void {
  if (process.platform === "win32") return;
  const { mode, uid } = statSync(path);
  if ((mode & 0o022) === 0 && (uid === process.geteuid?.() || uid === 0)) return;
  throw new UsageError(`other users can write ${path}; check its contents, then run \`chmod 600\` on it`);
}

function known(settings: object): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => {
      const own = findSetting(key);
      return own === key && (isBooleanSetting(own) ? typeof value === "boolean" : typeof value === "string");
    }),
  );
}

/** The folder for configuration, as the system has it (XDG Base Directory Specification). */
function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { homedir } = process.getBuiltinModule("node:os");
  if (process.platform === "win32") return env["APPDATA"] ?? join(homedir(), "AppData", "Roaming");
  const named = env["XDG_CONFIG_HOME"];
  if (named?.startsWith("/")) return named;
  return process.platform === "darwin"
    ? join(homedir(), "Library", "Application Support")
    : join(homedir(), ".config");
}
