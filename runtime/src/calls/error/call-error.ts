/**
 * The room of errors: the one error that callers see, and what it is read from: the
 * codes and details of a status, an API's service errors, failures of TLS. Where
 * an error is made of a failed attempt is `call/failure-report`.
 *
 * @module
 */
import type { Violation } from "../../messages/check/violation.js";
import type { Metadata } from "../rpc/metadata.js";
import { clip, showText } from "../../base/text/secret-text.js";
import { escapeControls } from "../../base/text/value-text.js";
import type { ErrorCode } from "./status-code.js";

const brand = Symbol.for("@stratus/runtime CallError");

/** The server's word about retrying: the value of `retry_type`, by its simple name. */
export type RetryType = "CALL" | "UNIT_OF_WORK" | "NOTHING";

/** One entry of the details of a status that no type of the SDK decodes. */
export interface StatusDetail {
  /** Full name of the message type. */
  readonly typeName: string;
  /** The encoded message. */
  readonly value: Uint8Array;
}

/** A page that helps with a failure, as the server names it. */
export interface HelpLink {
  readonly description: string;
  readonly url: string;
}

/** A change of a resource of which nobody can tell whether it was applied. */
export interface UnsettledChange {
  /** The version that the change was made for; undefined if the resource has none. */
  readonly versionRead: bigint | undefined;
  /** The resource as it is now, of the type that Get gives. */
  readonly resource: unknown;
}

/** Everything known of a failure; all but code and text may be left out. */
export interface CallErrorInit<ServiceError = unknown> {
  /** Code of the status, by name. */
  readonly code: ErrorCode;
  /** The reason, as the server or the runtime says it. */
  readonly text: string;
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method?: string | undefined;
  /** Where it was called. */
  readonly endpoint?: string | undefined;
  /** How often it was tried; 0 unless said. */
  readonly attempts?: number | undefined;
  /** Whether an attempt may have reached the server. Default: whether it was tried. */
  readonly mayHaveReachedServer?: boolean | undefined;
  /** Whether an attempt before the last may have reached the server. Default: no. */
  readonly earlierMayHaveReachedServer?: boolean | undefined;
  /** The facts about a change if nobody can tell whether it was applied. */
  readonly unsettled?: UnsettledChange | undefined;
  /** The service errors, decoded. */
  readonly serviceErrors?: readonly ServiceError[] | undefined;
  /** The service errors for people: without secrets, ready for JSON. */
  readonly shownErrors?: readonly unknown[] | undefined;
  /** The other details of the status. */
  readonly details?: readonly StatusDetail[] | undefined;
  /** The rules of the API that the request does not keep. */
  readonly violations?: readonly Violation[] | undefined;
  /** The reason as a constant: `API_DISABLED`. */
  readonly reason?: string | undefined;
  /** The domain that defines the reason. */
  readonly domain?: string | undefined;
  /** More about the reason. */
  readonly reasonMetadata?: { readonly [key: string]: string } | undefined;
  /** Pages that help. */
  readonly helpLinks?: readonly HelpLink[] | undefined;
  /** The service's word about retrying. */
  readonly retryType?: RetryType | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryDelayMs?: number | undefined;
  /** Identifier of the request. */
  readonly requestId?: string | undefined;
  /** Identifier of the trace. */
  readonly traceId?: string | undefined;
  /** The operation that failed. */
  readonly operationId?: string | undefined;
  /** Metadata that came before the failure. */
  readonly header?: Metadata | undefined;
  /** Metadata that came with the failure. */
  readonly trailer?: Metadata | undefined;
  /** The cause. */
  readonly cause?: unknown;
  /** The name of the error. Default `CallError`; a session calls its errors as its SDK exports them. */
  readonly name?: string | undefined;
}

/** Service errors as `toJSON` shows them. No property: errors of two copies of this package have the same type. */
const shownErrors = new WeakMap<object, readonly unknown[]>();

/**
 * Thrown when a call or an operation fails. One class for all of it: what went
 * wrong is in `code` and `serviceErrors`. No text, no JSON and no inspection of
 * it shows a token or a key. `instanceof` also knows errors of another copy of
 * this package. A call that its caller aborted rejects with the signal's reason
 * instead.
 */
export class CallError<ServiceError = unknown> extends Error {
  /** `CallError`, or the name under which the SDK exports it: `CloudError`. */
  override readonly name: string;
  /** Code of the status, by name. */
  readonly code: ErrorCode;
  /** The reason that the server gave, without what `message` adds. */
  readonly text: string;
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string | undefined;
  /** Where it was called: `compute.api.example.com:443`. */
  readonly endpoint: string | undefined;
  /** How often it was tried; 0 when the call did not leave the program. */
  readonly attempts: number;
  /**
   * Whether an attempt may have reached the server, so that the call may have had its effect. `false` is certain: no
   * connection, a refused stream, a call that was never sent.
   */
  readonly mayHaveReachedServer: boolean;
  /**
   * Whether an attempt before the last may have reached the server. If so, the last one may complain about the effect of
   * this very call: the ALREADY_EXISTS of a Create, the NOT_FOUND of a Delete, the ABORTED of an Update.
   */
  readonly earlierMayHaveReachedServer: boolean;
  /** Set by `modify` if its change may have been applied: what was read, and what is there now. */
  declare readonly unsettled: UnsettledChange | undefined;
  /** The service errors among the details of the status, decoded, in order. */
  declare readonly serviceErrors: readonly ServiceError[];
  /** The other details of the status. */
  declare readonly details: readonly StatusDetail[];
  /**
   * The rules of the API that the request does not keep: those that the server names in a `google.rpc.BadRequest` or a
   * `buf.validate.Violations`, and those that this program has found. Empty for most errors.
   */
  declare readonly violations: Violation[];
  /** The reason as a constant, if the server names one in a `google.rpc.ErrorInfo` (AIP-193): `API_DISABLED`. */
  readonly reason: string | undefined;
  /** The domain that defines the reason: `googleapis.com`. */
  readonly domain: string | undefined;
  /** More about the reason, such as the service or the quota that it is about; empty for most errors. */
  declare readonly reasonMetadata: { readonly [key: string]: string };
  /** Pages that help, as the server names them in a `google.rpc.Help`; empty for most errors. */
  declare readonly helpLinks: HelpLink[];
  /** The service's word about retrying, if there is one. */
  readonly retryType: RetryType | undefined;
  /** How long the service asks to wait before the next attempt, in milliseconds. */
  readonly retryDelayMs: number | undefined;
  /** Identifier of the request, for the support of the service. */
  readonly requestId: string | undefined;
  /** Identifier of the trace. */
  readonly traceId: string | undefined;
  /** The operation that failed, where an operation did. */
  readonly operationId: string | undefined;
  /** Metadata of the reply that came before the failure. */
  declare readonly header: Metadata | undefined;
  /** Metadata that came with the failure. */
  declare readonly trailer: Metadata | undefined;

  constructor(init: CallErrorInit<ServiceError>) {
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
    this.domain = init.domain;
    this.retryType = init.retryType;
    this.retryDelayMs = init.retryDelayMs;
    this.requestId = init.requestId;
    this.traceId = init.traceId;
    this.operationId = init.operationId;
    if (init.shownErrors?.length) shownErrors.set(this, init.shownErrors);
    // Not enumerable: whoever prints all properties must not print these.
    define(this, "serviceErrors", init.serviceErrors ?? []);
    define(this, "details", init.details ?? []);
    define(this, "violations", [...(init.violations ?? [])]);
    define(this, "reasonMetadata", { ...init.reasonMetadata });
    define(this, "helpLinks", [...(init.helpLinks ?? [])]);
    define(this, "unsettled", init.unsettled);
    define(this, "header", init.header);
    define(this, "trailer", init.trailer);
    define(this, brand, true);
  }

  /** Knows errors of this class by a mark, so that two copies of the package agree. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** The failure for logs: bounded, without secrets, without bytes. */
  toJSON(): { [name: string]: unknown } {
    return {
      name: this.name,
      message: this.message,
      code: this.code,
      method: this.method,
      endpoint: this.endpoint,
      attempts: this.attempts,
      reason: this.reason,
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

/** The same failure with words of our own after what the server said. */
export function explained(
  error: CallError,
  words: string,
  more: Pick<CallErrorInit, "operationId" | "unsettled"> = {},
): CallError {
  const shown = error.toJSON()["serviceErrors"];
  // Not a spread, which would lose the properties that are not enumerable.
  const names = Object.getOwnPropertyNames(error);
  const known: Partial<CallErrorInit> = Object.fromEntries(
    names.map((name) => [name, Reflect.get(error, name)] as const),
  );
  return new CallError({
    ...known,
    code: error.code,
    text: error.text === "" ? words : `${error.text}; ${words}`,
    shownErrors: Array.isArray(shown) ? shown : undefined,
    ...more,
  });
}

const textLimit = 2000;

/** Longest text of service errors in a message; whole they are in `toJSON()`. */
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
