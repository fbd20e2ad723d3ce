import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import type { CommonOptions } from "./common-options.js";
import type { SessionOptions } from "./session-options.js";

/**
 * Refuses options that cannot work on any platform.
 *
 * @param switches The options that are true or false.
 * @throws An OptionsError.
 */
export function checkCommonOptions<Options extends CommonOptions>(
  options: Options,
  session: string,
  switches: readonly (keyof Options & string)[],
): void {
  for (const name of switches) {
    // The word "false" from an environment variable or a file would be true.
    if (options[name] === undefined || typeof options[name] === "boolean") continue;
    throw new OptionsError("OPTION_INVALID", `${session}: ${name} is true or false, without quotes`, {
      option: name,
    });
  }
  checkCacheScope(options, session);
  checkCredentials(options, session);
  checkListeners(options, session);
  checkSteps(options, session);
}

/** The options that mean something only to APIs that are more than plain gRPC. */
const beyondGrpc: ReadonlySet<string> = new Set<keyof SessionOptions>([
  "apiDomain",
  "endpoints",
  "parentId",
  "pollIntervalMs",
]);

/** Returns the names of the options that a session of an API of this kind has. */
export function sessionOptionNames(all: object, kind: SessionWiring["kind"]): string[] {
  return Object.keys(all).filter((name) => kind !== "grpc" || !beyondGrpc.has(name));
}

/** Each step is only called with the first call. */
function checkSteps({ interceptors = [] }: CommonOptions, session: string): void {
  const wrong = Array.isArray(interceptors)
    ? interceptors.find((one) => typeof one !== "function")
    : interceptors;
  if (Array.isArray(interceptors) && interceptors.every((one) => typeof one === "function")) return;
  throw new OptionsError(
    "OPTION_INVALID",
    `${session}: interceptors is a list of functions, (next) => (call) => next(call); ${describe(wrong)} was given`,
    { option: "interceptors" },
  );
}

/** Hooks and loggers are only called later, when something goes wrong; what is wrong with them shows now. */
function checkListeners({ hooks, logger }: CommonOptions, session: string): void {
  for (const one of Array.isArray(hooks) ? hooks : [hooks]) {
    if (one === undefined && !Array.isArray(hooks)) continue;
    if (typeof one === "object" && one !== null) continue;
    throw new OptionsError(
      "OPTION_INVALID",
      `${session}: hooks must be an object of hooks, or a list of such objects; ${typeof one} was given`,
      { option: "hooks" },
    );
  }
  if (logger === undefined || typeof logger?.warn === "function") return;
  throw new OptionsError(
    "OPTION_INVALID",
    `${session}: logger needs a method warn(fields, message), as console and pino have it`,
    { option: "logger" },
  );
}

function checkCacheScope({ cacheScope }: CommonOptions, session: string): void {
  if (cacheScope === undefined || (typeof cacheScope === "string" && cacheScope !== "")) return;
  // It may be a secret by mistake, so it is not shown.
  throw new OptionsError(
    "OPTION_INVALID",
    `${session}: cacheScope is text that names a login, such as the ID of a user`,
    { option: "cacheScope" },
  );
}

function checkCredentials({ credentials }: CommonOptions, session: string): void {
  if (credentials === undefined) return;
  const isCredentials =
    typeof credentials === "object" && credentials !== null && typeof credentials.fetchToken === "function";
  if (isCredentials) return;
  // What was passed may be the token itself, so it is not shown.
  throw new OptionsError(
    "OPTION_INVALID",
    `${session}: credentials must come from staticToken(...), serviceAccount.fromFile(...), noCredentials() or the like; a ${typeof credentials} was given`,
    { option: "credentials" },
  );
}

/**
 * Checks a size in bytes.
 *
 * @throws An OptionsError that names the option.
 */
export function requireBytes(value: number | undefined, option: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value > 0 && value < 2 ** 31) return value;
  throw invalidOption(option, `${describe(value)} is not a size; write bytes, from 1 to ${2 ** 31 - 1}`);
}
