/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/servers.ts of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames } from "./names.js";
import { readValues, type Rule } from "./option-table.js";
import { OptionsError } from "./options-error.js";

/** The servers of an API: the rules of their variables, by their URLs with `{variables}`. */
export type Servers = Readonly<Record<string, Readonly<Record<string, Rule>>>>;

/** The server that a program chooses, with the values of its variables. */
export interface ServerChoice {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The prefix of messages about a variable. */
const prefix = "server variable ";

/**
 * Returns the URL of the chosen server, by default the first one. Throws for an unknown server, and for an unknown
 * variable or value. `readSettings` checks that the URL has no other host than it seems.
 */
export function chooseServerUrl(servers: Servers, choice?: ServerChoice): string {
  const urls = Object.keys(servers);
  const { url = urls[0] ?? "" } = choice ?? {};
  const rules = Object.hasOwn(servers, url) && servers[url];
  if (!rules) throw new OptionsError("OPTION_INVALID", `server must be one of ${urls.join(", ")}`, "server");
  const values = readValues({ __proto__: null, ...choice?.variables }, rules, {}, prefix);
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => String(values[name]));
}

/** Returns the variables of the only server, whose values have no rules. Throws for an unknown variable. */
export function readVariables(
  { variables = {} }: Partial<ServerChoice> = {},
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  checkNames(variables, names, prefix);
  return variables;
}
