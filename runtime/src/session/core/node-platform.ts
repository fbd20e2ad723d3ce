import { setMaxListeners } from "node:events";
import { builtIn } from "../auth/built-in.js";
import { postForm } from "../auth/form-post.js";
import { type Address, parseTarget } from "../../calls/endpoint/address.js";
import { Endpoints } from "../../calls/endpoint/endpoint.js";
import { isLoopback } from "../../calls/endpoint/loopback.js";
import { isUnixAddress } from "../../calls/endpoint/unix-socket.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { OptionsError } from "../../base/text/options-error.js";
import { channelPublisher } from "./channels.js";
import { defaultCredentials } from "./environment.js";
import type { Platform } from "./platform.js";
import { processWarnings } from "./process-warnings.js";
import { reportSession } from "./report-session.js";
import type { SessionOptions } from "./session-options.js";
import { sessionTransport } from "./session-transport.js";
import { variableName } from "./variable-name.js";

/**
 * Node, for a session: sockets, files, the environment and the process's own channels.
 *
 * @throws An OptionsError if the options cannot work.
 */
export function nodePlatform(wiring: SessionWiring, options: SessionOptions): Platform {
  return {
    endpoints: new Endpoints({
      apiDomain: requireDomain(wiring, options),
      address: options.endpoint,
      addresses: options.endpoints,
    }),
    plainTextPlaces: plainTextPlaces(options),
    api: apiIdentity(wiring, options),
    tls: options.tls,
    credentials: () => defaultCredentials(wiring),
    postForm: (url, form, limits) => postForm(url, form, { ...limits, tls: options.tls }),
    transport: (timing, log) =>
      sessionTransport(wiring, options, knownAddresses(wiring, options), timing, log),
    newKey,
    warnings: () => processWarnings(wiring.session),
    instrument: (session) =>
      reportSession(session, {
        channels: channelPublisher(),
        inspect,
        variable: (name) => process.env[name],
        writeLine: (line) => void process.stderr.write(`${line}\n`),
      }),
    inspect,
    expectListeners(signal) {
      if (signal instanceof EventTarget) setMaxListeners(0, signal);
    },
  };
}

const inspect = (value: unknown): string =>
  builtIn.util().inspect(value, { depth: 8, maxStringLength: null });

/** An emulator is on this machine; what is not gets tokens that anybody on the way can read. */
function plainTextPlaces(options: SessionOptions): string[] {
  if (!options.insecure) return [];
  return overrides(options).filter((one) => !isLoopback(parseTarget(one, "endpoint").host));
}

function overrides({ endpoint, endpoints = {} }: SessionOptions): string[] {
  return [...(endpoint === undefined ? [] : [endpoint]), ...Object.values(endpoints)];
}

/** The addresses that calls may go to. Services below the API's domain share the exceptions of a proxy with it. */
function knownAddresses(wiring: SessionWiring, options: SessionOptions): Address[] {
  const given = overrides(options).map((one) => parseTarget(one, "endpoint"));
  // Services that have their own hosts are not known here.
  const host = options.apiDomain ?? wiring.apiDomain ?? "services.invalid";
  return options.endpoint === undefined ? [...given, { host, port: 443 }] : given;
}

function apiIdentity(wiring: SessionWiring, { apiDomain, endpoint, endpoints = {} }: SessionOptions): string {
  const addresses = Object.entries(endpoints).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([apiDomain ?? wiring.apiDomain ?? wiring.sdk.name, endpoint, ...addresses]);
}

/** Loaded with the first key, which comes before the transport has loaded it; the global one would load all of the Web's too. */
let crypto: Pick<typeof globalThis.crypto, "randomUUID"> | undefined;
const newKey = (): string => (crypto ??= builtIn.crypto()).randomUUID();

function requireDomain(wiring: SessionWiring, options: SessionOptions): string | undefined {
  const domain = options.apiDomain ?? wiring.apiDomain;
  // Behind a Unix socket a service needs no host.
  if (domain !== undefined || wiring.hasOwnHosts || overrides(options).some(isUnixAddress)) return domain;
  const variable = variableName(wiring, "API_DOMAIN");
  throw new OptionsError(
    "OPTION_MISSING",
    `${wiring.session}: apiDomain is needed, such as { apiDomain: "api.example.com" }; ${wiring.session}.fromEnv() reads it from ${variable}`,
    { option: "apiDomain" },
  );
}
