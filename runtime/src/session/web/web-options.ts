import type { SessionWiring } from "../../calls/rpc/wiring.js";
import type { CommonOptions } from "../core/common-options.js";
import { checkCommonOptions, sessionOptionNames } from "../core/common-check.js";
import type { SessionOptions } from "../core/session-options.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import type { FetchFunction } from "../../network/transport/fetch/fetch-function.js";
import type { MessageFormat } from "../../network/transport/fetch/json-format.js";
import type { WebProtocol } from "../../network/transport/fetch/fetch-settings.js";

/** Options of a session over `fetch`. Either `baseUrl` or `endpoint` is needed. */
export interface WebSessionOptions
  extends CommonOptions, Pick<SessionOptions, "maxReceiveBytes" | "maxSendBytes" | "userAgent"> {
  /** The URL of all services: `https://api.example.com`. */
  readonly baseUrl?: string | undefined;
  /** Returns the URL of a service by its `api_service_name` or its own host, or its full name if it has neither. */
  readonly endpoint?: ((service: string) => string) | undefined;
  /**
   * The protocol of the servers: `"grpc-web"` behind Envoy and other proxies of gRPC, `"connect"` if they are Connect's or
   * Stratus's own. Default `"grpc-web"`.
   */
  readonly protocol?: WebProtocol | undefined;
  /** How messages are written: `jsonFormat` by Connect alone. Default: in the binary format. */
  readonly format?: MessageFormat | undefined;
  /**
   * Calls methods by GET that declare `NO_SIDE_EFFECTS`, so that caches may answer them; by Connect alone, if no
   * request of the method can hold a secret and the address stays below 4 kB. Default false.
   */
  readonly useGet?: boolean | undefined;
  /** Lets tokens go to `http:` addresses of other machines, where anybody on the way can read them. Default false. */
  readonly insecure?: boolean | undefined;
  /**
   * The time after which a call is no longer retried if no attempt has got any answer, in milliseconds, because the server
   * is probably down or does not allow the origin of the page. An attempt that waits for its answer keeps
   * `attemptTimeoutMs`. `false` retries until the deadline. Default 10 s.
   */
  readonly unansweredTimeoutMs?: number | false | undefined;
  /**
   * Compresses requests with gzip and asks for compressed responses, where the platform can. By gRPC-web and in streams
   * it needs two more headers that the server must allow to other origins. Default `"none"`.
   */
  readonly compression?: "gzip" | "none" | undefined;
  /** Sends requests. Default: the platform's `fetch`. */
  readonly fetch?: FetchFunction | undefined;
}

/** Options of a session of plain gRPC over `fetch`. `baseUrl` is the URL of all services. */
export interface PlainWebSessionOptions extends Omit<WebSessionOptions, "parentId" | "pollIntervalMs"> {}

/** All options; the compiler reports one that is missing here. */
const known: Record<keyof WebSessionOptions, true> = {
  attemptTimeoutMs: true,
  baseUrl: true,
  cacheScope: true,
  cel: true,
  clock: true,
  compression: true,
  credentials: true,
  debug: true,
  endpoint: true,
  fetch: true,
  format: true,
  hooks: true,
  insecure: true,
  interceptors: true,
  logger: true,
  maxReceiveBytes: true,
  maxSendBytes: true,
  overallTimeoutMs: true,
  parentId: true,
  pollIntervalMs: true,
  protocol: true,
  random: true,
  retry: true,
  timeoutMs: true,
  transport: true,
  unansweredTimeoutMs: true,
  useGet: true,
  userAgent: true,
  validate: true,
  waitForReady: true,
};

/** The fix for each option that only sessions on Node have. */
const nodeOptions: { readonly [name: string]: string } = {
  apiDomain: "say where services are called by baseUrl or endpoint",
  connectTimeoutMs: "the platform connects by itself; attemptTimeoutMs limits an attempt",
  endpoints: "endpoint is a function of the service here",
  keepaliveMs: "the platform keeps connections by itself",
  maxConnectionAgeMs: "the platform keeps connections by itself",
  proxy: "the platform chooses its proxy by itself",
  tls: "the platform chooses its certificates by itself",
  windowBytes: "the platform keeps connections by itself",
};

/**
 * Refuses options that cannot work before anything is sent.
 *
 * @throws An OptionsError.
 */
export function checkWebOptions(options: WebSessionOptions, { session, kind }: SessionWiring): void {
  if (typeof options !== "object" || options === null) {
    throw new OptionsError(
      "OPTION_MISSING",
      `${session}: options are needed, such as { baseUrl: "https://api.example.com" }`,
    );
  }
  for (const [name, fix] of Object.entries(nodeOptions)) {
    if (Object.hasOwn(options, name))
      throw new OptionsError("UNSUPPORTED", `${session}: there is no ${name} here: ${fix}`, { option: name });
  }
  requireKnownNames(options, sessionOptionNames(known, kind), session);
  checkCommonOptions(options, session, ["insecure", "debug", "useGet", "waitForReady"]);
  requireOneOf(session, "protocol", options.protocol, ["grpc-web", "connect"]);
  if (options.format !== undefined && typeof options.format?.encode !== "function") {
    throw new OptionsError(
      "OPTION_INVALID",
      `${session}: format is jsonFormat, which the entry web-messages exports, or left out`,
      { option: "format" },
    );
  }
  requireOneOf(session, "compression", options.compression, ["gzip", "none"]);
  const { baseUrl, endpoint, format, protocol, useGet } = options;
  if ((baseUrl === undefined) === (endpoint === undefined)) {
    throw new OptionsError(
      baseUrl === undefined ? "OPTION_MISSING" : "OPTION_CONFLICT",
      `${session}: say where services are called by one of baseUrl, "https://api.example.com", and endpoint, (service) => url`,
      { option: "baseUrl" },
    );
  }
  if (endpoint !== undefined && typeof endpoint !== "function") {
    throw new OptionsError(
      "OPTION_INVALID",
      `${session}: endpoint is a function that gives the URL of a service; baseUrl is one for all services`,
      { option: "endpoint" },
    );
  }
  if (protocol !== "connect" && (format || useGet)) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      `${session}: ${useGet ? "useGet" : "format"} is of Connect alone; set protocol: "connect", if the servers speak it`,
      { option: useGet ? "useGet" : "format" },
    );
  }
}

function requireOneOf(session: string, option: string, value: unknown, values: readonly string[]): void {
  if (value === undefined || values.some((one) => one === value)) return;
  const all = values.map((one) => JSON.stringify(one)).join(" or ");
  throw new OptionsError(
    "OPTION_INVALID",
    `${session}: ${option}: ${describe(value)} is not known; write ${all}`,
    { option },
  );
}
