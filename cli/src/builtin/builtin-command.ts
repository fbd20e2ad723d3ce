/**
 * The built-in top-level commands: logins, profiles, completion and the page for agents.
 *
 * @module
 */
import type { Argv } from "../argv/read-argv.js";
import type { Host } from "../host/host.js";
import type { Profiles, SavedCredentials, Sdk, Settings } from "@stratus/dynamic-client";

/** The inputs of a built-in command. */
export interface BuiltinCommand {
  readonly host: Host;
  readonly sdk: Sdk;
  readonly profiles: Profiles;
  /** The parsed arguments after the name of the command. */
  readonly argv: Argv;
  /** The same arguments as they were typed. */
  readonly rest: readonly string[];
  /** The settings of this command's flags, and the merged settings of all sources. */
  readonly given: Settings;
  readonly settings: Settings;
  /** Set if the credentials of the settings are those of the profile. */
  readonly saved?: SavedCredentials | undefined;
  /** The name of the selected profile. */
  readonly profile: string;
  /** The version of the CLI. */
  readonly version: string;
}
