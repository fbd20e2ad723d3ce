/**
 * `CallError`, the error of all calls, and what it is read from: status codes, details and service errors.
 * `calls/chain/failure-report` creates it from a failed attempt.
 *
 * @module
 */
import type { Violation } from "../../messages/check/violation.js";
import type { Metadata } from "../rpc/metadata.js";
import type { ClientReason } from "../../base/text/error-codes.js";
import { clip, showText } from "../../base/text/secret-text.js";
import { escapeControls } from "../../base/text/value-text.js";
import {
  type CallErrorInit,
  type CallErrorMessage,
  checkErrorInit,
  type HelpLink,
  knownNames,
  type RetryType,
  type StatusDetail,
  type UnknownOutcome,
} from "./call-error-init.js";
import type { ErrorCode } from "./status-code.js";

export type {
  CallErrorInit,
  CallErrorMessage,
  HelpLink,
  RetryType,
  StatusDetail,
  UnknownOutcome,
} from "./call-error-init.js";

const brand = Symbol.for("@stratus/runtime CallError");

/**
 * Service errors for `toJSON`. They are not a property, so errors of two copies of this package have the same type.
 */
const shownErrors = new WeakMap<object, readonly unknown[]>();

/**
 * Thrown when a call or an operation fails, for whatever reason: see `code`, `clientReason` and `serviceErrors`.
 * Its texts, JSON and inspection contain no token and no key. `instanceof` also matches errors of another copy of
 * this package. If the caller aborts a call, it rejects with the signal's reason instead.
 */
export class CallError<ServiceError = unknown> extends Error {
  /** `CallError`, or the name under which the SDK exports it: `CloudError`. */
  override readonly name: string;
  /** Code of the status, by name. */
  readonly code: ErrorCode;
  /** The text of the server or the runtime, without the parts that `message` adds. */
  readonly text: string;
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string | undefined;
  /** The authority that was called: `compute.api.example.com:443`. */
  readonly endpoint: string | undefined;
  /** Number of attempts; 0 if nothing was sent. */
  readonly attempts: number;
  /**
   * Whether an attempt may have reached the server, so that the call may have taken effect. `false` is certain:
   * there was no connection, the stream was refused, or the call was not sent.
   */
  readonly mayHaveReachedServer: boolean;
  /**
   * Whether an attempt before the last may have reached the server. If so, the error may be about the effect of
   * this very call: the ALREADY_EXISTS of a Create, the NOT_FOUND of a Delete, the ABORTED of an Update.
   */
  readonly earlierMayHaveReachedServer: boolean;
  /**
   * Set by `modify` if its change may have been applied: the version that was read, and the resource as it is now.
   */
  declare readonly unknownOutcome: UnknownOutcome | undefined;
  /** The service errors among the details of the status, decoded, in order. */
  declare readonly serviceErrors: readonly ServiceError[];
  /** The other details of the status. */
  declare readonly details: readonly StatusDetail[];
  /**
   * The violations of the API's validation rules: those that the server reports in a `google.rpc.BadRequest` or a
   * `buf.validate.Violations`, and those that the client found. Empty for most errors.
   */
  declare readonly violations: Violation[];
  /** The reason as a constant, if the server names one in a `google.rpc.ErrorInfo` (AIP-193): `API_DISABLED`. */
  readonly reason: string | undefined;
  /**
   * The reason if the client itself decided, such as `CONNECT_FAILED`; undefined if the server decided.
   * `docs/reference/errors.md` lists the reasons.
   */
  readonly clientReason: ClientReason | undefined;
  /** The domain that defines the reason: `googleapis.com`. */
  readonly domain: string | undefined;
  /** More about the reason, such as the service or the quota that it is about; empty for most errors. */
  declare readonly reasonMetadata: { readonly [key: string]: string };
  /** Pages that help, as the server names them in a `google.rpc.Help`; empty for most errors. */
  declare readonly helpLinks: HelpLink[];
  /** The service's instruction about retries, if it sends one. */
  readonly retryType: RetryType | undefined;
  /** The delay before the next attempt that the service asks for, in milliseconds. */
  readonly retryDelayMs: number | undefined;
  /** Identifier of the request, for the support of the service. */
  readonly requestId: string | undefined;
  /** Identifier of the trace. */
  readonly traceId: string | undefined;
  /** The operation, if an operation failed. */
  readonly operationId: string | undefined;
  /** Metadata of the reply that came before the failure. */
  declare readonly header: Metadata | undefined;
  /** Metadata that came with the failure. */
  declare readonly trailer: Metadata | undefined;

  /**
   * Tests create errors to throw: `new CallError({ code: "NOT_FOUND", text: "there is no such disk" })`.
   *
   * @throws An OptionsError for an unknown code or property, and if there is no text.
   */
  constructor(given: CallErrorInit<ServiceError> | CallErrorMessage<ServiceError>) {
    const init = checkErrorInit(given);
    super(fullText(init), init.cause === undefined ? undefined : { cause: init.cause });
    this.name = init.name ?? "CallError";
    this.code = init.code;
    this.text = showText(init.text, textLimit);
    this.method = init.method;
    this.endpoint = init.endpoint;
    this.attempts = init.attempts ?? 0;
    this.mayHaveReachedServer = init.mayHaveReachedServer ?? this.attempts > 0;
    this.earlierMayHaveReachedServer = init.earlierMayHaveReachedServer ?? false;
    this.reason = init.reason;
    this.clientReason = init.clientReason;
    this.domain = init.domain;
    this.retryType = init.retryType;
    this.retryDelayMs = init.retryDelayMs;
    this.requestId = init.requestId;
    this.traceId = init.traceId;
    this.operationId = init.operationId;
    if (init.shownErrors?.length) shownErrors.set(this, init.shownErrors);
    // Not enumerable, so that printing all properties does not print these.
    define(this, "serviceErrors", init.serviceErrors ?? []);
    define(this, "details", init.details ?? []);
    define(this, "violations", [...(init.violations ?? [])]);
    define(this, "reasonMetadata", { ...init.reasonMetadata });
    define(this, "helpLinks", [...(init.helpLinks ?? [])]);
    define(this, "unknownOutcome", init.unknownOutcome);
    define(this, "header", init.header);
    define(this, "trailer", init.trailer);
    define(this, brand, true);
  }

  /** Matches errors by a brand, so that two copies of the package agree. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** Returns the error for logs: of limited size, without secrets and bytes. */
  toJSON(): { [name: string]: unknown } {
    return {
      name: this.name,
      message: this.message,
      code: this.code,
      method: this.method,
      endpoint: this.endpoint,
      attempts: this.attempts,
      reason: this.reason,
      clientReason: this.clientReason,
      domain: this.domain,
      reasonMetadata: Object.keys(this.reasonMetadata).length > 0 ? this.reasonMetadata : undefined,
      helpLinks: this.helpLinks[0] && this.helpLinks,
      retryType: this.retryType,
      requestId: this.requestId,
      traceId: this.traceId,
      operationId: this.operationId,
      serviceErrors: shownErrors.get(this),
      details: this.details.length > 0 ? this.details.map((one) => one.typeName) : undefined,
      violations: this.violations[0] && this.violations,
      cause: shownCause(this.cause),
    };
  }

  /** Shows the stack and the same if Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect?: (value: unknown, options: object) => string,
  ): string {
    const { name: _name, message: _message, ...rest } = this.toJSON();
    const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const shown = inspect ? inspect(known, { ...options, depth: 6 }) : JSON.stringify(known);
    return `${this.stack ?? this.message} ${shown}`;
  }
}

/** Returns an error of a call about an operation with the ID of that operation. Other values are returned as they are. */
export function withOperationId(error: unknown, operationId: string): unknown {
  const isComplete = !(error instanceof CallError) || error.operationId !== undefined;
  return isComplete ? error : explained(error, "", { operationId });
}

/** Returns a copy of an error with text added after that of the server. */
export function explained(
  error: CallError,
  words: string,
  more: Pick<CallErrorInit, "operationId" | "unknownOutcome" | "clientReason"> = {},
): CallError {
  const shown = error.toJSON()["serviceErrors"];
  // Not a spread, which would lose the properties that are not enumerable.
  const names = Object.getOwnPropertyNames(error);
  const known: Partial<CallErrorInit> = Object.fromEntries(
    names.flatMap((name) =>
      name in knownNames && name !== "message" ? [[name, Reflect.get(error, name)]] : [],
    ),
  );
  return new CallError({
    ...known,
    code: error.code,
    text: [error.text, words].filter(Boolean).join("; "),
    shownErrors: Array.isArray(shown) ? shown : undefined,
    ...more,
  });
}

const textLimit = 2000;

/** Maximum length of service errors in a message. `toJSON()` has all of them. */
const shownLimit = 800;

function fullText(init: CallErrorInit): string {
  const { code, text, method, endpoint, requestId, attempts, operationId } = init;
  const said = escapeControls(showText(text, textLimit));
  const errors = (init.shownErrors ?? []).map((one) => showText(JSON.stringify(one), shownLimit)).join(", ");
  const what = [said, clip(errors, shownLimit)].filter(Boolean).join("; ") || "no further information";
  const place = [
    method,
    endpoint && `at ${endpoint}`,
    attempts !== undefined && attempts > 1 && `after ${attempts} attempts`,
    operationId && `operation ${operationId}`,
    requestId && `request ${requestId}`,
  ].filter(Boolean);
  const where = place.length > 0 ? ` (${place.join(", ")})` : "";
  return `${code}: ${what}${showText(where, 600)}`;
}

function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: false, configurable: true });
}

function shownCause(cause: unknown): unknown {
  if (cause === undefined) return undefined;
  if (cause instanceof CallError) return `${cause.name}: ${cause.message}`;
  if (cause instanceof Error) return showText(`${cause.name}: ${cause.message}`, textLimit);
  return showText(String(cause), textLimit);
}
