/**
 * How to start an emulator: the options, their defaults, and the refusal of
 * names and values that they do not have.
 */
import type { HeaderNames } from "../descriptors/header-names.js";
import type { FederatedAccount } from "../auth/federated-accounts.js";
import type { ServiceAccountKey } from "../auth/service-accounts.js";
import type { ConflictPolicy } from "../cloud.js";
import type { Clock } from "../clock.js";
import type { DescriptorSource } from "../descriptors/load.js";
import type { Validation } from "../rules/request-judge.js";
import type { ServerCertificate } from "../tls/certificate.js";

/** How to start an emulator. Exactly one of `sdk`, `protos`, `image` and `registry` is given. */
export interface EmulatorOptions extends DescriptorSource {
  /** Port to listen on for gRPC; 0, the default, takes a free one. */
  readonly port?: number;
  /** Port for calls by Connect and gRPC-web, and for token exchange by HTTP; 0, the default, takes a free one. */
  readonly httpPort?: number;
  /** Address to listen on; 127.0.0.1 by default, so that only this machine can connect. */
  readonly host?: string;
  /** Domain of the API: a service answers at `{api_service_name}.{apiDomain}:443`. By default that of the SDK, or else `api.example.com`. */
  readonly apiDomain?: string;
  /** Origins of pages that may call by Connect and gRPC-web, such as `http://localhost:5173`. None by default. */
  readonly cors?: readonly string[];
  /** Let every service answer under any authority, for clients that cannot set one. False by default. */
  readonly anyAuthority?: boolean;
  /** Names of headers that the API calls differently. By default those of the SDK, or else `X-Idempotency-Key` and `X-ResetMask`. */
  readonly headers?: Partial<HeaderNames>;
  /** How long operations run, in milliseconds; 0, the default: they come back complete. */
  readonly operationDelayMs?: number;
  /**
   * The policy for concurrent operations on one resource: `refuse` the newer one (the default) or `abort` the older
   * one.
   */
  readonly conflict?: ConflictPolicy;
  /**
   * Structures of a resource that an Update never clears as a whole, such as
   * `spec`: a reset mask that names one which the request does not carry clears
   * what it names inside, and nothing if it names the structure alone. None by
   * default, as a plain server has it: an Update that leaves `spec` out, with a
   * mask that names it, empties it.
   */
  readonly neverNull?: readonly string[];
  /**
   * The requests that the emulator validates against the API's `buf.validate` rules:
   *
   * - `request`: all requests, as they are sent.
   * - `merged` (the default): all requests, but Updates by the resulting resource.
   * - `off`: none.
   *
   * Validation needs the package `@bufbuild/protovalidate`. Without it, the default validates nothing, and an explicit
   * choice throws an error that explains how to install it.
   */
  readonly validate?: Validation;
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
  readonly maxReportAttempts?: number;
  /** How many bytes of headers and requests `report()` keeps; 64 MiB by default, then the oldest attempts go. */
  readonly maxReportBytes?: number;
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
