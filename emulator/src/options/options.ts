/** The options of an emulator, and their defaults. */
import type { HeaderNames } from "../descriptors/header-names.js";
import type { FederatedAccount } from "../auth/federated-accounts.js";
import type { ServiceAccountKey } from "../auth/service-accounts.js";
import type { LogOptions } from "../calls/format-call.js";
import type { ScenarioName } from "../faults/scenarios.js";
import type { Rules } from "../policy/policy.js";
import type { ConflictPolicy } from "../cloud.js";
import type { Clock } from "../clock.js";
import type { DescriptorSource } from "../descriptors/load.js";
import type { Validation } from "../rules/validation.js";
import type { ServerCertificate } from "../tls/certificate.js";

/** Options of an emulator. Set exactly one of `sdk`, `protos`, `image` and `registry`. */
export interface EmulatorOptions extends DescriptorSource {
  /** The port for gRPC. 0, the default, selects a free port. */
  readonly port?: number;
  /** The port for Connect, gRPC-web and token exchange over HTTP. 0, the default, selects a free port. */
  readonly httpPort?: number;
  /** The address to listen on. The default 127.0.0.1 accepts connections only from this machine. */
  readonly host?: string;
  /** The domain of the API: a service is called at `{api_service_name}.{apiDomain}:443`. By default that of the SDK, or else `api.example.com`. */
  readonly apiDomain?: string;
  /** Origins of pages that may make calls with Connect and gRPC-web, such as `http://localhost:5173`. None by default. */
  readonly cors?: readonly string[];
  /**
   * Answer methods that neither the API nor a handler determines with a message of default values, marked by the header
   * `x-emulator-answer: default`. True by default for an API of plain gRPC. Otherwise such methods are `UNIMPLEMENTED`.
   */
  readonly defaults?: boolean;
  /** Accept calls of every service at any authority, for clients that cannot set one. False by default. */
  readonly anyAuthority?: boolean;
  /** The names of headers. By default those of the SDK, or else `X-Idempotency-Key` and `X-ResetMask`. */
  readonly headers?: Partial<HeaderNames>;
  /** How long operations run, in milliseconds. With 0, the default, they are done when the call returns. */
  readonly operationDelayMs?: number;
  /**
   * The policy for concurrent operations on one resource: `refuse` the newer one (the default) or `abort` the older
   * one.
   */
  readonly conflict?: ConflictPolicy;
  /**
   * Structures of a resource that an Update never clears as a whole, such as `spec`. If the request omits such a structure, a reset
   * mask clears only the fields that it names inside the structure, and nothing if it names only the structure. By default there are
   * none: an Update that omits `spec`, with a mask that names it, clears it.
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
  /** How long operations are retained after they are done, in milliseconds. Forever by default. */
  readonly retentionMs?: number;
  /** The lifetime of access tokens in milliseconds. 12 hours by default. */
  readonly tokenLifetimeMs?: number;
  /** The lifetime of idempotency keys in milliseconds. 24 hours by default. */
  readonly idempotencyLifetimeMs?: number;
  /** The fraction of attempts that fail, from 0 (the default) to 1: half before the call has an effect, half after it. */
  readonly faultRate?: number;
  /**
   * Scenarios that are active from the start: `lag`, `flaky`, `busy`, `expiring-tokens`, `slow-operations`. None by default.
   */
  readonly scenarios?: readonly ScenarioName[];
  /** Rules that deny calls and limit the number of resources. None by default. */
  readonly rules?: Rules;
  /** Service accounts that may exchange their JWTs. */
  readonly serviceAccounts?: readonly ServiceAccountKey[];
  /** Workloads of external identity providers that may exchange their tokens. */
  readonly federatedAccounts?: readonly FederatedAccount[];
  /** Writes a line for each call. By default nothing is written. */
  readonly log?: LogOptions;
  /** The maximum number of calls in `calls()`; older ones are dropped. 10,000 by default. */
  readonly maxCalls?: number;
  /** The maximum size of headers and requests in `calls()`, in bytes; older calls are dropped. 64 MiB by default. */
  readonly maxCallBytes?: number;
  /** The maximum size of a request in bytes. 4 MiB by default, as in gRPC (`grpc.max_receive_message_length`). */
  readonly maxRequestBytes?: number;
  /**
   * A file that stores resources, operations, tokens (as digests) and idempotency keys across restarts. Every change is on disk
   * before its call returns: in the file, or in a journal next to it, `FILE.N.journal`. None by default.
   */
  readonly stateFile?: string;
  /**
   * Use TLS with a certificate and key in PEM, or with a certificate that is generated at the start for all hosts of the API
   * (`generate`). Plain text by default.
   */
  readonly tls?: ServerCertificate | "generate";
  /** The clock of the emulator. The system clock by default. */
  readonly clock?: Clock;
  /** The source of random bytes for identifiers and tokens. By default that of the system. */
  readonly random?: (size: number) => Uint8Array;
  /** The directory from which paths and `node_modules/.bin/buf` are resolved. The current one by default. */
  readonly cwd?: string;
}
