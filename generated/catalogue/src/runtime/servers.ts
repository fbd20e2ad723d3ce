/* Copied by `stratus openapi` from src/rest/runtime/servers.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/** Where a server is: its URL with `{names}`, and the values of these where a program gives none. */
export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The values that a variable may have, where the description bounds them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** Which server a program chooses. */
export interface ServerChoice {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The URL of the chosen server; of the first one where none is chosen. */
export function chooseServerUrl(servers: readonly Server[], choice: ServerChoice | undefined): string {
  const server = choice ? servers.find(({ url }) => url === choice.url) : servers[0];
  if (server) return serverUrl(server, choice?.variables);
  throw new OptionsError(
    "OPTION_INVALID",
    `server must be one of ${servers.map(({ url }) => url).join(", ")}`,
    "server",
  );
}

/** The URL of a server; what is not a value of a variable is refused, since a request would go elsewhere. */
export function serverUrl(
  { url, variables = {}, values = {} }: Server,
  given: Readonly<Record<string, string | undefined>> = {},
): string {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(variables, name)) refuse(name, "is no variable of this server");
  }
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? variables[name] ?? "";
    const known = Object.hasOwn(values, name) ? values[name] : undefined;
    if (known && !known.includes(value)) refuse(name, `must be one of ${known.join(", ")}`);
    if (/[?#@\\\s]/.test(value)) refuse(name, "cannot stand in a URL");
    return value;
  });
}

function refuse(name: string, why: string): never {
  throw new OptionsError("OPTION_INVALID", `the server variable ${JSON.stringify(name)} ${why}`, "server");
}
