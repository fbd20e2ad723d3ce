import { type HeaderNames, headersOf } from "../descriptors/header-names.js";
import type { DescriptorSource } from "../descriptors/load.js";
import type { SdkDescriptors } from "../descriptors/sdk-descriptors.js";
import type { EmulatorOptions } from "./options.js";

/** The options with their defaults filled in. */
export type Settings = Required<
  Omit<EmulatorOptions, keyof DescriptorSource | "headers" | "stateFile" | "tls" | "clock" | "random" | "cwd">
> & { readonly headers: HeaderNames };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Fills in the defaults and checks the values.
 *
 * @param sdk where the API comes from, with defaults of its own
 * @throws an Error that names the option
 */
export function readSettings(
  options: EmulatorOptions,
  sdk?: Pick<SdkDescriptors, "apiDomain" | "generator">,
): Settings {
  const settings: Settings = {
    port: options.port ?? 0,
    httpPort: options.httpPort ?? 0,
    host: options.host ?? "127.0.0.1",
    apiDomain: options.apiDomain ?? sdk?.apiDomain ?? "api.example.com",
    anyAuthority: options.anyAuthority ?? false,
    headers: { ...headersOf(sdk), ...options.headers },
    operationDelayMs: options.operationDelayMs ?? 0,
    conflict: options.conflict ?? "refuse",
    retentionMs: options.retentionMs ?? Infinity,
    tokenLifetimeMs: options.tokenLifetimeMs ?? dayMs / 2,
    idempotencyLifetimeMs: options.idempotencyLifetimeMs ?? dayMs,
    faultRate: options.faultRate ?? 0,
    serviceAccounts: options.serviceAccounts ?? [],
    federatedAccounts: options.federatedAccounts ?? [],
    reportLimit: options.reportLimit ?? 10_000,
    reportBytes: options.reportBytes ?? 64 * 1024 * 1024,
    neverNull: options.neverNull ?? [],
    maxRequestBytes: options.maxRequestBytes ?? 4 * 1024 * 1024,
  };
  expectNumber("port", settings.port, 0, 65_535);
  expectNumber("httpPort", settings.httpPort, 0, 65_535);
  expectNumber("operationDelayMs", settings.operationDelayMs, 0, Number.MAX_SAFE_INTEGER);
  expectNumber("retentionMs", settings.retentionMs, 0, Infinity);
  expectNumber("tokenLifetimeMs", settings.tokenLifetimeMs, 1, Number.MAX_SAFE_INTEGER);
  expectNumber("idempotencyLifetimeMs", settings.idempotencyLifetimeMs, 0, Number.MAX_SAFE_INTEGER);
  expectNumber("faultRate", settings.faultRate, 0, 1);
  expectNumber("reportLimit", settings.reportLimit, 1, Number.MAX_SAFE_INTEGER);
  expectNumber("reportBytes", settings.reportBytes, 1, Number.MAX_SAFE_INTEGER);
  expectNumber("maxRequestBytes", settings.maxRequestBytes, 1, 2 ** 31 - 1);
  expectHeaders(settings.headers);
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(settings.apiDomain)) {
    throw new Error(`apiDomain: ${JSON.stringify(settings.apiDomain)} is not the name of a domain`);
  }
  return settings;
}

function expectHeaders({ idempotencyKey, resetMask }: HeaderNames): void {
  for (const [name, value] of Object.entries({ idempotencyKey, resetMask })) {
    if (!/^[\w.-]+$/.test(value))
      throw new Error(`headers.${name}: ${JSON.stringify(value)} is not the name of a header`);
  }
  if (idempotencyKey.toLowerCase() === resetMask.toLowerCase())
    throw new Error(`headers: ${resetMask} cannot carry both idempotency keys and reset masks`);
}

function expectNumber(name: string, value: number, least: number, greatest: number): void {
  if (value >= least && value <= greatest) return;
  throw new Error(`${name}: must be a number from ${least} to ${greatest}, it is ${value}`);
}
