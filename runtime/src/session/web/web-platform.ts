import type { Credentials } from "../auth/credentials.js";
import { noCredentials } from "../auth/header-credentials.js";
import type { Logger } from "../../calls/chain/logger.js";
import { Warnings } from "../../calls/chain/warnings.js";
import type { SessionReporter } from "../../calls/chain/session-reporter.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { requireBytes } from "../core/common-check.js";
import type { ReportedSession, Platform } from "../core/platform.js";
import { requireTimeoutMs } from "../../calls/chain/timeout.js";
import { userAgentText } from "../core/user-agent.js";
import { isLoopback } from "../../calls/endpoint/loopback.js";
import { canCompress } from "../../network/transport/fetch/gzip.js";
import { FetchTransport } from "../../network/transport/fetch/fetch-transport.js";
import { platformFetch } from "../../network/transport/fetch/platform-fetch.js";
import { defaults } from "../../base/defaults.js";
import { typeError } from "../../base/text/coded-error.js";
import { inspect } from "./inspect.js";
import { lazyReporter, silentReporter } from "./lazy-reporter.js";
import { WebEndpoints } from "./web-endpoints.js";
import type { WebSessionOptions } from "./web-options.js";

/**
 * The web platform, for a session: `fetch` and nothing else.
 *
 * @throws An OptionsError if the options cannot work.
 */
export function webPlatform(wiring: SessionWiring, options: WebSessionOptions): Platform {
  const send = options.fetch ?? platformFetch;
  // Browsers have `debug` as well, which nobody has asked for.
  const warnings: Logger = { warn: (_fields, message) => console.warn(message) };
  const once = new Warnings(wiring.session, options.logger, warnings);
  const settings = {
    protocol: options.protocol ?? "grpc-web",
    fetch: send,
    format: options.format,
    usesGet: options.useGet ?? false,
    userAgent: userAgentText(wiring, options.userAgent),
    maxReceiveBytes: requireBytes(options.maxReceiveBytes, "maxReceiveBytes", defaults.maxReceiveBytes),
    maxSendBytes: requireBytes(options.maxSendBytes, "maxSendBytes", Infinity),
    isCompressed: options.compression === "gzip" && canCompress(),
    warnOfStreams: (endpoint: string, message: string): void =>
      once.warn({ event: "waiting_streams", endpoint, message }),
    warnOfSilence: (endpoint: string, message: string): void =>
      once.warn({ event: "no_connection", endpoint, code: "UNAVAILABLE", message }),
  } as const;
  return {
    endpoints: new WebEndpoints(options),
    plainTextPlaces: plainTextPlaces(options),
    api: JSON.stringify([wiring.sdk.name, options.baseUrl]),
    tls: undefined,
    credentials: () => (wiring.kind === "grpc" ? noCredentials() : missingCredentials(wiring)),
    // Loaded with the first login that exchanges a token.
    postForm: async (...form) => (await import("./form-fetch.js")).formPoster(send)(...form),
    transport: ({ clock }) => new FetchTransport(settings, clock),
    unansweredTimeoutMs: unansweredTimeout(options),
    newKey,
    warnings: () => warnings,
    instrument: (session) =>
      isObserved(session.options)
        ? lazyReporter(session.errorName, () => loadInstrumentation(session))
        : silentReporter,
    inspect,
    expectListeners,
  };
}

function unansweredTimeout({ unansweredTimeoutMs: limit = defaults.unansweredTimeoutMs }: WebSessionOptions) {
  return limit === false ? Infinity : requireTimeoutMs(limit, "unansweredTimeoutMs");
}

function isObserved({ debug, hooks = [] }: ReportedSession["options"]): boolean {
  return debug === true || [hooks].flat().length > 0;
}

async function loadInstrumentation(session: ReportedSession): Promise<SessionReporter> {
  const { reportSession } = await import("../core/report-session.js");
  return reportSession(session, {
    inspect,
    variable: () => undefined,
    writeLine: (line) => console.debug(line),
  });
}

/** Of `endpoint` it is not known which places there are; each is looked at when its client is made. */
function plainTextPlaces({ baseUrl, insecure }: WebSessionOptions): string[] {
  if (!insecure || baseUrl === undefined || !URL.canParse(baseUrl)) return [];
  const { protocol, host, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname) ? [host] : [];
}

function missingCredentials({ session }: SessionWiring): Credentials {
  return {
    description: "the options",
    fetchToken: () =>
      Promise.reject(
        new Error(
          `${session} was given no credentials; pass credentials: tokenFromFunction(...) or the like; noCredentials() if the server asks for none`,
        ),
      ),
  };
}

/** Node alone warns of many listeners, though each is taken away again. Programs for browsers are tested there. */
function expectListeners(signal: AbortSignal): void {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  process?.getBuiltinModule?.("node:events")?.setMaxListeners(0, signal);
}

/** By hand where `randomUUID` is missing: pages have it in secure contexts alone, and those of other machines by `http:` are none. */
function newKey(): string {
  const { crypto: random } = globalThis as { readonly crypto?: Partial<typeof crypto> };
  if (random?.randomUUID) return random.randomUUID();
  if (!random?.getRandomValues)
    throw typeError(
      "UNSUPPORTED",
      "this platform has no crypto.getRandomValues, which idempotency keys need; import a package that adds it, such as react-native-get-random-values, before the first call",
    );
  const bytes = random.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
