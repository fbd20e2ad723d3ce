import { type HeaderNames, headersOf } from "./descriptors/header-names.js";
import type { SdkDescriptors } from "./descriptors/sdk-descriptors.js";
import type { FederatedAccount } from "./auth/federated-accounts.js";
import type { ServiceAccountKey } from "./auth/service-accounts.js";
import type { ConflictPolicy } from "./cloud.js";
import type { Clock } from "./clock.js";
import type { DescriptorSource } from "./descriptors/load.js";
import type { ServerCertificate } from "./tls/certificate.js";

/** How to start an emulator. Exactly one of `sdk`, `protos`, `image` and `registry` is given. */
export interface EmulatorOptions extends DescriptorSource {
  /** Port to listen on for gRPC; 0, the default, takes a free one. */
  readonly port?: number;
  /** Port for token exchange by HTTP; 0, the default, takes a free one. */
  readonly httpPort?: number;
  /** Address to listen on; 127.0.0.1 by default, so that only this machine can connect. */
  readonly host?: string;
  /** Domain of the API: a service answers at `{api_service_name}.{apiDomain}:443`. By default that of the SDK, or else `api.example.com`. */
  readonly apiDomain?: string;
  /** Let every service answer under any authority, for clients that cannot set one. False by default. */
  readonly anyAuthority?: boolean;
  /** Names of headers that the API calls differently. By default those of the SDK, or else `X-Idempotency-Key` and `X-ResetMask`. */
  readonly headers?: Partial<HeaderNames>;
  /** How long operations run, in milliseconds; 0, the default: they come back complete. */
  readonly operationDelayMs?: number;
  /** What becomes of parallel operations on one resource: `refuse` the newer, the default, or `abort` the older. */
  readonly conflict?: ConflictPolicy;
  /**
   * Structures of a resource that an Update never clears as a whole, such as
   * `spec`: a reset mask that names one which the request does not carry clears
   * what it names inside, and nothing if it names the structure alone. None by
   * default, as a plain server has it: an Update that leaves `spec` out, with a
   * mask that names it, empties it.
   */
  readonly neverNull?: readonly string[];
  /** How long completed operations are kept, in milliseconds; forever by default. Running ones always are. */
  readonly retentionMs?: number;
  /** Lifetime of access tokens in milliseconds; 12 hours by default. */
  readonly tokenLifetimeMs?: number;
  /** How long idempotency keys are remembered, in milliseconds; 24 hours by default. */
  readonly idempotencyLifetimeMs?: number;
  /** Part of the attempts that meet a fault, from 0 (the default) to 1: half before the effect, half after it. */
  readonly faultRate?: number;
  /** Service accounts that may exchange their JWTs. */
  readonly serviceAccounts?: readonly ServiceAccountKey[];
  /** Workloads of other issuers that may exchange their tokens. */
  readonly federatedAccounts?: readonly FederatedAccount[];
  /** How many attempts `report()` keeps; 10,000 by default, then the oldest go. */
  readonly reportLimit?: number;
  /** How many bytes of headers and requests `report()` keeps; 64 MiB by default, then the oldest attempts go. */
  readonly reportBytes?: number;
  /** Greatest size of a request in bytes; 4 MiB by default, as gRPC has it. */
  readonly maxRequestBytes?: number;
  /**
   * File in which resources, operations, tokens (as digests) and idempotency
   * keys outlive a restart. Every change is on disk before its call is answered:
   * in the file, or in a journal beside it, `FILE.N.journal`. None by default.
   */
  readonly stateFile?: string;
  /**
   * Speak TLS: with a certificate and key in PEM, or with one that is made at
   * the start for all hosts of the API (`generate`). Plain text when left out.
   */
  readonly tls?: ServerCertificate | "generate";
  /** The emulator's time; the machine's by default. */
  readonly clock?: Clock;
  /** Source of random bytes for identifiers and tokens; the machine's by default. */
  readonly random?: (size: number) => Uint8Array;
  /** Directory from which paths and `node_modules/.bin/buf` are found; the current one by default. */
  readonly cwd?: string;
}

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
