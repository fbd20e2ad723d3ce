import { describe } from "../text/value-text.js";
import { OptionsError, requireKnownNames } from "../text/options-error.js";
import type { SessionOptions } from "./session-options.js";
import type { SessionWiring } from "../rpc/wiring.js";

/** All options; the compiler reports one that is missing here. */
const known: Record<keyof SessionOptions, true> = {
  apiDomain: true,
  attemptTimeoutMs: true,
  clock: true,
  cel: true,
  compression: true,
  connectTimeoutMs: true,
  credentials: true,
  debug: true,
  endpoint: true,
  endpoints: true,
  hooks: true,
  insecure: true,
  interceptors: true,
  keepaliveMs: true,
  logger: true,
  maxReceiveBytes: true,
  maxSendBytes: true,
  overallTimeoutMs: true,
  parentId: true,
  pollIntervalMs: true,
  proxy: true,
  random: true,
  retry: true,
  timeoutMs: true,
  tls: true,
  transport: true,
  userAgent: true,
  validate: true,
  windowBytes: true,
};

/**
 * Refuses options that cannot work before anything is connected: unknown names,
 * and combinations that contradict each other.
 *
 * @throws An OptionsError.
 */
export function checkOptions(options: SessionOptions, wiring: SessionWiring): void {
  if (typeof options !== "object" || options === null) {
    throw new OptionsError(`${wiring.session}: options are needed, such as { apiDomain: "api.example.com" }`);
  }
  requireKnownNames(options, Object.keys(known), wiring.session);
  for (const name of ["insecure", "debug"] as const) {
    // The word "false" from an environment variable or a file would be true.
    if (options[name] === undefined || typeof options[name] === "boolean") continue;
    throw new OptionsError(`${wiring.session}: ${name} is true or false, without quotes`);
  }
  checkSecurity(options, wiring);
  checkCredentials(options, wiring);
  checkListeners(options, wiring);
}

/** Hooks and loggers are only called later, when something goes wrong; what is wrong with them shows now. */
function checkListeners({ hooks, logger }: SessionOptions, wiring: SessionWiring): void {
  for (const one of Array.isArray(hooks) ? hooks : [hooks]) {
    if (one === undefined && !Array.isArray(hooks)) continue;
    if (typeof one === "object" && one !== null) continue;
    throw new OptionsError(
      `${wiring.session}: hooks must be an object of hooks, or a list of such objects; ${typeof one} was given`,
    );
  }
  if (logger === undefined || typeof logger?.warn === "function") return;
  throw new OptionsError(
    `${wiring.session}: logger needs a method warn(fields, message), as console and pino have it`,
  );
}

function checkSecurity(
  { insecure, tls, endpoint, endpoints, transport }: SessionOptions,
  wiring: SessionWiring,
): void {
  if (!insecure) return;
  if (tls && endpoint !== undefined) {
    throw new OptionsError(`${wiring.session}: insecure and tls exclude each other; leave one out`);
  }
  if (endpoint === undefined && endpoints === undefined && !transport) {
    throw new OptionsError(
      `${wiring.session}: insecure would send tokens unencrypted over the network; it is meant for an emulator, so give its address: endpoint: "127.0.0.1:8443"`,
    );
  }
}

function checkCredentials({ credentials }: SessionOptions, wiring: SessionWiring): void {
  if (credentials === undefined) return;
  const isCredentials =
    typeof credentials === "object" && credentials !== null && typeof credentials.fetchToken === "function";
  if (isCredentials) return;
  // What was passed may be the token itself, so it is not shown.
  throw new OptionsError(
    `${wiring.session}: credentials must come from staticToken(...), serviceAccount.fromFile(...) or the like; a ${typeof credentials} was given`,
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
  throw new OptionsError(
    `${option}: ${describe(value)} is not a size; write bytes, from 1 to ${2 ** 31 - 1}`,
  );
}
