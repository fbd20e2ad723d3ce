/**
 * The floors of a house from the ground up. A room is a folder, or a file that stands in no folder; rooms on
 * one floor know nothing of each other.
 */
export type Floors = readonly (readonly string[])[];

/** The packages of this repository, by their sources, each with its floors. */
export const houses: Readonly<Record<string, Floors>> = {
  "runtime/src": [
    ["text", "time"],
    ["endpoint", "table"],
    ["mask"],
    ["rpc"],
    ["json"],
    ["error"],
    ["call"],
    ["transport"],
    ["client"],
    ["auth"],
    ["session"],
    ["testing", "observability"],
    ["index.ts", "messages.ts"],
    ["codegen-v1.ts", "messages-v1.ts"],
    ["server"],
  ],
  "generator/src": [
    ["text", "release.ts", "timer.ts"],
    ["problem.ts", "option-table.ts", "code"],
    ["options.ts", "emit", "render"],
    ["read", "codecs", "verify"],
    ["model", "openapi"],
    ["view"],
    ["plugin.ts"],
    ["index.ts", "cli"],
  ],
  "emulator/src": [
    ["clock.ts", "descriptors", "tls"],
    ["messages"],
    ["errors", "filter"],
    ["auth", "faults", "report", "resources"],
    ["operations"],
    ["cloud.ts"],
    ["login"],
    ["methods"],
    ["handlers"],
    ["http", "server"],
    ["options.ts", "standard", "state"],
    ["assemble.ts"],
    ["emulator.ts"],
    ["command"],
    ["command.ts"],
    ["index.ts"],
  ],
};
