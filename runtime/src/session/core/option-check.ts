import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { checkCommonOptions, sessionOptionNames } from "./common-check.js";
import type { SessionOptions } from "./session-options.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";

/** All options; the compiler reports one that is missing here. */
const known: Record<keyof SessionOptions, true> = {
  apiDomain: true,
  attemptTimeoutMs: true,
  cacheScope: true,
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
  maxConnectionAgeMs: true,
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
  waitForReady: true,
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
    throw new OptionsError(
      "OPTION_MISSING",
      `${wiring.session}: options are needed, such as { apiDomain: "api.example.com" }`,
    );
  }
  requireKnownNames(options, sessionOptionNames(known, wiring.kind), wiring.session);
  checkCommonOptions(options, wiring.session, ["insecure", "debug", "waitForReady"]);
  checkSecurity(options, wiring);
}

function checkSecurity(
  { insecure, tls, endpoint, endpoints, transport }: SessionOptions,
  wiring: SessionWiring,
): void {
  if (!insecure) return;
  if (tls && endpoint !== undefined) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      `${wiring.session}: insecure and tls exclude each other; leave one out`,
      { option: "insecure" },
    );
  }
  if (endpoint === undefined && endpoints === undefined && !transport) {
    throw new OptionsError(
      "INSECURE",
      `${wiring.session}: insecure would send tokens unencrypted over the network; it is meant for an emulator, so give its address: endpoint: "127.0.0.1:8443"`,
      { option: "insecure" },
    );
  }
}
