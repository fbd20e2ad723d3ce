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
    ["mask", "wire"],
    ["rpc"],
    ["json"],
    ["error", "well-known"],
    ["call"],
    ["transport"],
    ["client"],
    ["auth"],
    ["session"],
    ["testing", "observability"],
    ["messages.ts", "sdk.ts"],
    ["index.ts", "messages-v1.ts", "session-v1.ts", "wire-v1.ts"],
    ["codegen-v1.ts"],
    ["server"],
  ],
  "generator/src": [
    ["text", "source", "surface", "release.ts", "timer.ts"],
    ["problem.ts", "option-table.ts", "code"],
    ["options.ts", "emit", "render"],
    ["read", "codecs", "ts-proto", "verify"],
    ["model", "openapi"],
    ["init", "view"],
    ["plugin.ts"],
    ["diff"],
    ["versioning"],
    ["index.ts", "cli"],
  ],
  "convention/src": [
    ["name.ts", "option-value.ts", "shape.ts"],
    ["operation.ts", "options.ts", "resource.ts", "service-error.ts", "token-exchange.ts"],
    ["behavior.ts", "endpoint.ts", "named-operation.ts", "page.ts", "profile.ts"],
    ["get.ts", "managed-resource.ts"],
    ["method.ts"],
    ["role.ts"],
    ["index.ts"],
  ],
  "emulator/src": [
    ["clock.ts", "text", "tls"],
    ["descriptors"],
    ["messages"],
    ["errors", "filter"],
    ["auth", "faults", "report", "resources"],
    ["operations"],
    ["cloud.ts"],
    ["login"],
    ["methods"],
    ["handlers"],
    ["http", "server"],
    ["options", "standard", "state"],
    ["emulator.ts"],
    ["command", "start-emulator.ts"],
    ["command.ts"],
    ["index.ts"],
  ],
  "examples/catalogue-web/src": [
    ["address", "facts", "load"],
    ["browser-connection.ts", "dom", "world.ts"],
    ["results", "week"],
    ["campus", "course"],
    ["frame.ts", "search-field.ts", "shell.ts"],
    ["app.ts"],
  ],
};
