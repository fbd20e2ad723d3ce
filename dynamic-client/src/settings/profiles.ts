/**
 * Profiles: named settings in a file that only this user can read. The CLI, the MCP server and programs share them.
 *
 * @module
 */
import { Profiles as SharedProfiles } from "@stratus/runtime/login";
import { UsageError } from "../text/usage-error.js";
import { environmentVariable } from "./settings.js";

/** An SDK whose profiles are read. */
interface SdkPackage {
  readonly guide: { readonly package: { readonly name: string } };
  readonly session: { readonly name: string };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The profiles of an SDK. Each command and server that calls the SDK uses the same ones, as its programs do. */
export class Profiles extends SharedProfiles {
  /** The profile that the variable `<SESSION>_PROFILE` selects. */
  readonly named: string | undefined;

  /** @throws A UsageError if the variable `<SESSION>_PROFILES_FILE` is not an absolute path. */
  constructor({ guide, session }: SdkPackage, env: Variables) {
    const file = env[environmentVariable(session.name, "profilesFile")];
    super(guide.package.name, env, file, (code, text) => new UsageError(code, text));
    this.named = env[environmentVariable(session.name, "profile")] || undefined;
  }

  /** The profile that commands use if no flag selects one: that of `<SESSION>_PROFILE`, else the current one of the file. */
  get selected(): string {
    return this.named ?? this.current;
  }
}
