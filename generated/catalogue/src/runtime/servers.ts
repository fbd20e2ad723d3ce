/* Copied by `stratus openapi` from src/rest/runtime/servers.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/** A server of the API: its URL with `{variables}`, and their default values. */
export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The allowed values of variables, if the description lists them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** The server that a program chooses, with the values of its variables. */
export interface ServerChoice {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Returns the URL of the chosen server, by default the first one. */
export function chooseServerUrl(servers: readonly Server[], choice: ServerChoice | undefined): string {
  const server = choice ? servers.find(({ url }) => url === choice.url) : servers[0];
  if (server) return serverUrl(server, choice?.variables);
  throw new OptionsError(
    "OPTION_INVALID",
    `server must be one of ${servers.map(({ url }) => url).join(", ")}`,
    "server",
  );
}

/** Returns the URL of a server. Throws for an invalid value of a variable, which would send requests elsewhere. */
export function serverUrl(
  { url, variables = {}, values = {} }: Server,
  given: Readonly<Record<string, string | undefined>> = {},
): string {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(variables, name)) refuse(name, "does not exist");
  }
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? variables[name] ?? "";
    const known = Object.hasOwn(values, name) ? values[name] : undefined;
    if (known && !known.includes(value)) refuse(name, `must be one of ${known.join(", ")}`);
    if (/[?#@\\\s]/.test(value)) refuse(name, "must not contain ?, #, @, \\ or spaces");
    return value;
  });
}

function refuse(name: string, why: string): never {
  throw new OptionsError("OPTION_INVALID", `the server variable ${JSON.stringify(name)} ${why}`, "server");
}
