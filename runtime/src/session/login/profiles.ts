import { builtIn } from "../auth/built-in.js";
import { writePrivateFile } from "../auth/private-file.js";
import {
  credentialPath,
  defaultProfile,
  findProfile,
  type Profile,
  type ProfileError,
  type ProfileFile,
  profilesPath,
  readProfileFile,
  requireProfileName,
  type Variables,
} from "./profile-file.js";
import { hasLogin, type ProfileSettings } from "./profile-settings.js";

/** The profiles of an SDK, in the user's configuration folder. Every tool that calls the SDK uses the same ones. */
export class Profiles {
  readonly path: string;
  readonly #error: ProfileError;
  #file: ProfileFile | undefined;

  /**
   * @param packageName The name in the SDK's package.json.
   * @param file The absolute path of the file. Default: a path in the user's configuration folder.
   * @param error Creates the errors that methods throw.
   */
  constructor(packageName: string, env: Variables, file: string | undefined, error: ProfileError) {
    this.path = profilesPath(packageName, env, file, error);
    this.#error = error;
  }

  /** The name of the current profile. */
  get current(): string {
    return this.#read().current;
  }

  get names(): readonly string[] {
    return Object.keys(this.#read().profiles);
  }

  /** Returns the settings of a profile. The default profile always exists. @throws The error if it does not exist. */
  get(name: string): ProfileSettings {
    return this.#profile(name).settings;
  }

  /** The address of the API for which the credentials of a profile were saved. Undefined if it is that of its settings. */
  credentialsFor(name: string): string | undefined {
    return this.#profile(name).credentialsFor;
  }

  /** Returns the settings of a profile, or none if it does not exist. @throws The error if the name is invalid. */
  getOrNew(name: string): ProfileSettings {
    requireProfileName(name, this.#error);
    return this.names.includes(name) ? this.get(name) : {};
  }

  /** Returns the path of the token file of a profile. @throws The error if the name is invalid. */
  tokenPath(name: string): string {
    requireProfileName(name, this.#error);
    return credentialPath(this.path, name, "token");
  }

  /** Returns the path of the file with the browser login of a profile. @throws The error if the name is invalid. */
  loginPath(name: string): string {
    requireProfileName(name, this.#error);
    return credentialPath(this.path, name, "login");
  }

  /**
   * Saves the settings of a profile. Settings that are undefined are removed.
   *
   * @param credentialsFor The address of the API that the credentials are for. Default: that of the credentials that the
   *   profile has.
   */
  set(name: string, settings: ProfileSettings, credentialsFor?: string): void {
    requireProfileName(name, this.#error);
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

  /** Deletes a profile and its tokens. */
  remove(name: string): void {
    this.get(name);
    this.removeTokens(name);
    const { [name]: _, ...profiles } = this.#read().profiles;
    const { current } = this.#read();
    this.#write({ current: current === name ? defaultProfile : current, profiles });
  }

  /** Saves the access token of a profile, and returns the path of its file. @throws The error if the name is invalid. */
  saveToken(name: string, token: string): string {
    const path = this.tokenPath(name);
    writePrivateFile(path, `${token}\n`);
    return path;
  }

  /** Deletes the tokens of a profile. */
  removeTokens(name: string): void {
    const files = builtIn.filesNow();
    for (const path of [this.tokenPath(name), this.loginPath(name)]) files.rmSync(path, { force: true });
  }

  #profile(name: string): Profile {
    const file = this.#read();
    if (name === defaultProfile && !Object.hasOwn(file.profiles, name)) return { settings: {} };
    return findProfile(file, name, this.path, this.#error);
  }

  #read(): ProfileFile {
    return (this.#file ??= readProfileFile(this.path, this.#error) ?? {
      current: defaultProfile,
      profiles: {},
    });
  }

  #write(file: ProfileFile): void {
    writePrivateFile(this.path, `${JSON.stringify(file, undefined, 2)}\n`);
    this.#file = file;
  }
}
