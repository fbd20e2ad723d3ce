/** A gRPC service configuration (`grpc.service_config`): time and retries, method by method. */
import { elementsOf, membersOf, textOf } from "./plain-value.js";

/** How calls of a method are repeated, and how long they take, as their API says. */
export interface CallConfig {
  /** Time of a call with its retries, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Undefined if a failed attempt is not repeated. */
  readonly retry: RetryConfig | undefined;
}

/** When and how often a failed attempt is repeated. */
export interface RetryConfig {
  /** The first attempt included; undefined for no limit. */
  readonly maxAttempts: number | undefined;
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
  /** Each pause may be so many times as long as the one before. */
  readonly multiplier: number;
  /** Codes of gRPC by name. */
  readonly codes: readonly string[];
}

/** Finds how a method is called: by the entry of the method, else that of its service, else that of all services. */
export type FindCallConfig = (service: string, method: string) => CallConfig | undefined;

/**
 * Reads the contents of the file.
 * @throws An error if they are of another kind, or a value in them is none.
 */
export function readServiceConfig(contents: unknown): FindCallConfig {
  const { methodConfig } = membersOf(contents);
  if (!Array.isArray(methodConfig)) {
    throw new Error("it is not a gRPC service configuration, which has a list `methodConfig`");
  }
  const byName = new Map<string, CallConfig>();
  for (const entry of methodConfig.map(membersOf)) {
    const config = readCallConfig(entry);
    for (const { service, method } of elementsOf(entry["name"]).map(membersOf)) {
      const key = `${textOf(service) ?? ""}/${textOf(method) ?? ""}`;
      // gRPC takes no name twice; the first counts here.
      if (!byName.has(key)) byName.set(key, config);
    }
  }
  return (service, method) =>
    byName.get(`${service}/${method}`) ?? byName.get(`${service}/`) ?? byName.get("/");
}

/** The contents of such a file without what is not read of them. */
export function partsOfServiceConfig(contents: unknown): unknown {
  const { methodConfig } = membersOf(contents);
  const entries = elementsOf(methodConfig).map(membersOf);
  return { methodConfig: entries.map(({ name, timeout, retryPolicy }) => ({ name, timeout, retryPolicy })) };
}

function readCallConfig({ timeout, retryPolicy }: { readonly [name: string]: unknown }): CallConfig {
  return {
    // APIs write 0s for a call whose time is for the program to say.
    timeoutMs: (timeout === undefined ? 0 : readDuration(timeout, "timeout")) || undefined,
    retry: retryPolicy === undefined ? undefined : readRetry(membersOf(retryPolicy)),
  };
}

function readRetry(policy: { readonly [name: string]: unknown }): RetryConfig {
  const { maxAttempts, initialBackoff = "1s", maxBackoff = "10s", backoffMultiplier = 1.3 } = policy;
  const attempts = maxAttempts === undefined ? undefined : Number(maxAttempts);
  if (attempts !== undefined && !(Number.isInteger(attempts) && attempts >= 1))
    throw wrong("maxAttempts", maxAttempts);
  const multiplier = Number(backoffMultiplier);
  if (!(multiplier > 0 && multiplier < Infinity)) throw wrong("backoffMultiplier", backoffMultiplier);
  return {
    maxAttempts: attempts,
    initialBackoffMs: readPause(initialBackoff, "initialBackoff"),
    maxBackoffMs: readPause(maxBackoff, "maxBackoff"),
    multiplier,
    codes: elementsOf(policy["retryableStatusCodes"]).map((code) => readCode(code)),
  };
}

const codeNames = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
];

/** gRPC takes a code by its name in any case, and by its number. */
function readCode(code: unknown): string {
  const name = typeof code === "number" ? codeNames[code] : String(code).toUpperCase();
  if (name === undefined || name === "OK" || !codeNames.includes(name))
    throw wrong("retryableStatusCodes", code);
  return name;
}

/** Milliseconds of a `google.protobuf.Duration` in JSON: `0.100s`. */
function readDuration(value: unknown, name: string): number {
  const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(String(value)) ?? [];
  if (seconds === undefined) throw wrong(name, value);
  return Math.round(Number(seconds) * 1000);
}

function readPause(value: unknown, name: string): number {
  const ms = readDuration(value, name);
  if (ms === 0) throw wrong(name, value);
  return ms;
}

function wrong(name: string, value: unknown): Error {
  return new Error(
    `${name} has the value ${JSON.stringify(value)?.slice(0, 100)}, which gRPC would not take`,
  );
}
