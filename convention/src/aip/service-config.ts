/** Reads a gRPC service configuration (`grpc.service_config`): timeouts and retries of methods. */
import { readArray, readObject, readText } from "./json-value.js";

/** The timeout and the retries of a method's calls. */
export interface CallConfig {
  /** The timeout of a call with its retries, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Undefined if failed attempts are not retried. */
  readonly retry: RetryConfig | undefined;
}

/** When and how often a failed attempt is retried (gRFC A6). */
export interface RetryConfig {
  /** Includes the first attempt. Undefined for no limit. */
  readonly maxAttempts: number | undefined;
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
  /** The factor by which the backoff grows. */
  readonly multiplier: number;
  /** The names of the gRPC codes that are retried. */
  readonly codes: readonly string[];
}

/** Finds the configuration of a method: the entry of the method, or else of its service, or else of all services. */
export type FindCallConfig = (service: string, method: string) => CallConfig | undefined;

/**
 * Reads the contents of the file.
 * @throws An error if the file has another format or contains an invalid value.
 */
export function readServiceConfig(contents: unknown): FindCallConfig {
  const { methodConfig } = readObject(contents);
  if (!Array.isArray(methodConfig)) {
    throw new Error("this is not a gRPC service configuration, which has a list `methodConfig`");
  }
  const byName = new Map<string, CallConfig>();
  for (const entry of methodConfig.map(readObject)) {
    const config = readCallConfig(entry);
    for (const { service, method } of readArray(entry["name"]).map(readObject)) {
      const key = `${readText(service) ?? ""}/${readText(method) ?? ""}`;
      // gRPC rejects a repeated name; this keeps the first.
      if (!byName.has(key)) byName.set(key, config);
    }
  }
  return (service, method) =>
    byName.get(`${service}/${method}`) ?? byName.get(`${service}/`) ?? byName.get("/");
}

/** Returns the contents of the file, reduced to the members that are read. */
export function reduceServiceConfig(contents: unknown): unknown {
  const { methodConfig } = readObject(contents);
  const entries = readArray(methodConfig).map(readObject);
  return { methodConfig: entries.map(({ name, timeout, retryPolicy }) => ({ name, timeout, retryPolicy })) };
}

function readCallConfig({ timeout, retryPolicy }: { readonly [name: string]: unknown }): CallConfig {
  return {
    // APIs write 0s for a call that has no timeout.
    timeoutMs: (timeout === undefined ? 0 : readDuration(timeout, "timeout")) || undefined,
    retry: retryPolicy === undefined ? undefined : readRetry(readObject(retryPolicy)),
  };
}

function readRetry(policy: { readonly [name: string]: unknown }): RetryConfig {
  const { maxAttempts, initialBackoff = "1s", maxBackoff = "10s", backoffMultiplier = 1.3 } = policy;
  const attempts = maxAttempts === undefined ? undefined : Number(maxAttempts);
  if (attempts !== undefined && !(Number.isInteger(attempts) && attempts >= 1))
    throw invalidValue("maxAttempts", maxAttempts);
  const multiplier = Number(backoffMultiplier);
  if (!(multiplier > 0 && multiplier < Infinity)) throw invalidValue("backoffMultiplier", backoffMultiplier);
  return {
    maxAttempts: attempts,
    initialBackoffMs: readBackoff(initialBackoff, "initialBackoff"),
    maxBackoffMs: readBackoff(maxBackoff, "maxBackoff"),
    multiplier,
    codes: readArray(policy["retryableStatusCodes"]).map((code) => readCode(code)),
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

/** Reads a code. gRPC accepts its name in any case and its number. */
function readCode(code: unknown): string {
  const name = typeof code === "number" ? codeNames[code] : String(code).toUpperCase();
  if (name === undefined || name === "OK" || !codeNames.includes(name))
    throw invalidValue("retryableStatusCodes", code);
  return name;
}

/** Reads the milliseconds of a `google.protobuf.Duration` in JSON: `0.100s`. */
function readDuration(value: unknown, name: string): number {
  const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(String(value)) ?? [];
  if (seconds === undefined) throw invalidValue(name, value);
  return Math.round(Number(seconds) * 1000);
}

function readBackoff(value: unknown, name: string): number {
  const ms = readDuration(value, name);
  if (ms === 0) throw invalidValue(name, value);
  return ms;
}

function invalidValue(name: string, value: unknown): Error {
  return new Error(`${name} has the value ${JSON.stringify(value)?.slice(0, 100)}, which gRPC would reject`);
}
