/**
 * The room built in words before those of an API: logins, profiles, completion, the page for agents.
 *
 * @module
 */
import type { Argv } from "../argv/read-argv.js";
import type { Host } from "../host/host.js";
import type { Profiles, Sdk, Settings } from "@stratus/dynamic-client";

/** Everything that a built-in word is given. */
export interface BuiltinCommand {
  readonly host: Host;
  readonly sdk: Sdk;
  readonly profiles: Profiles;
  /** The arguments behind the word. */
  readonly argv: Argv;
  /** The same as it was typed. */
  readonly rest: readonly string[];
  /** Settings of the flags of this command, and of all places. */
  readonly given: Settings;
  readonly settings: Settings;
  /** Name of the profile that is meant. */
  readonly profile: string;
  /** Version of the program. */
  readonly version: string;
}
