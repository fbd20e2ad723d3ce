import { installValidator, statesRules } from "../rules/request-validator.js";
import type { Emulator } from "../emulator.js";

/** A service, where it is called, and what the emulator does not answer of it. */
export interface ServiceRow {
  readonly service: string;
  /** Host and port. Undefined if the service declares no endpoint. */
  readonly endpoint: string | undefined;
  /** The place at which the service is called, for people. */
  readonly place: string;
  readonly methodCount: number;
  /** Names of the methods that need a handler. */
  readonly missing: readonly string[];
  /** Names of the methods that answer with default values. */
  readonly defaults: readonly string[];
}

/** Replaces a wildcard listen address with loopback, because clients cannot connect to a wildcard address everywhere. */
export function reachable(address: string): string {
  return address.replace(/(^|\/\/)0\.0\.0\.0:/, "$1127.0.0.1:").replace("[::]:", "[::1]:");
}

/** Every service of the API. */
export function serviceRows(emulator: Emulator): ServiceRow[] {
  return emulator.api.services.map(({ desc, endpoint, defaultHost, readsOperations, methods }) => {
    const unknown = methods
      .filter(({ name }) => !emulator.isImplemented(name))
      .map(({ desc: { name } }) => name);
    const { answersDefaults } = emulator;
    const address = endpoint === undefined ? undefined : `${endpoint}.${emulator.apiDomain}:443`;
    return {
      service: desc.typeName,
      endpoint: address,
      place:
        address ??
        (emulator.api.kind === "grpc" ? "every address" : describePlace(readsOperations, defaultHost)),
      methodCount: methods.length,
      missing: answersDefaults ? [] : unknown,
      defaults: answersDefaults ? unknown : [],
    };
  });
}

function describePlace(readsOperations: boolean, defaultHost: string | undefined): string {
  if (readsOperations) return "every endpoint";
  return defaultHost === undefined ? "none: api_service_name is missing" : `none: its host is ${defaultHost}`;
}

/** Formats the table that is printed at startup: the listen addresses, and each service with its endpoint. */
export function startUpTable(emulator: Emulator): string {
  const rows = serviceRows(emulator);
  const serviceWidth = Math.max(7, ...rows.map(({ service }) => service.length));
  const placeWidth = Math.max(8, ...rows.map(({ place }) => place.length));
  const lines = rows.map(({ service, place, methodCount, missing, defaults }) => {
    const needs =
      (missing.length === 0 ? "" : `  needs a handler: ${missing.join(", ")}`) +
      (defaults.length === 0 ? "" : `  answers default values: ${defaults.join(", ")}`);
    const count = `${methodCount - missing.length} of ${methodCount}`;
    return `  ${service.padEnd(serviceWidth)}  ${place.padEnd(placeWidth)}  ${count}${needs}`;
  });
  const webUrl = reachable(emulator.webUrl);
  return [
    `gRPC            ${emulator.address} (${emulator.certificatePem === undefined ? "plain text" : "TLS"})`,
    `console         ${consoleUrl(emulator)}`,
    `web             ${webUrl} (Connect and gRPC-web)`,
    ...(emulator.api.kind === "grpc" ? [] : [`token exchange  ${webUrl}/oauth2/token/exchange`]),
    `control         ${webUrl}/_emulator/${emulator.controlToken === undefined ? "" : ` with the token ${emulator.controlToken}`}`,
    ...(statesRules(emulator.api) ? [`rules           ${rulesText(emulator)}`] : []),
    "",
    `  ${"service".padEnd(serviceWidth)}  ${"endpoint".padEnd(placeWidth)}  methods`,
    ...lines,
    "",
  ].join("\n");
}

/** Returns the URL of the console. Beyond this machine it has the token, after the `#`, which browsers do not send. */
export function consoleUrl({ webUrl, controlToken }: Emulator): string {
  const token = controlToken === undefined ? "" : `#token=${controlToken}`;
  return `${reachable(webUrl)}/${token}`;
}

function rulesText({ validate }: Emulator): string {
  if (validate === "off") return `not checked; --validate merged does (${installValidator})`;
  return validate === "merged"
    ? "checked, of an Update by the resource that it makes"
    : "checked, as requests are sent";
}
