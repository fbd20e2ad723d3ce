import type { Violation } from "../../messages/check/violation.js";
import type { Metadata } from "../rpc/metadata.js";
import type { ClientReason } from "../../base/text/error-codes.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import { type ErrorCode, statusCodes } from "./status-code.js";

/** The server's instruction about retries: the simple name of `retry_type`. */
export type RetryType = "CALL" | "UNIT_OF_WORK" | "NOTHING";

/** One of the details of a status that no type of the SDK decodes. */
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

/** A change that may have been applied. */
export interface UnknownOutcome {
  /** The version that the change was made for; undefined if the resource has none. */
  readonly versionRead: bigint | undefined;
  /** The resource as it is now, of the type that Get gives. */
  readonly resource: unknown;
}

/** The properties of a `CallError`. All but `code` and `text` are optional. */
export interface CallErrorInit<ServiceError = unknown> {
  /** Code of the status, by name. */
  readonly code: ErrorCode;
  /** The text of the failure, from the server or the runtime. */
  readonly text: string;
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method?: string | undefined;
  /** The authority that was called. */
  readonly endpoint?: string | undefined;
  /** Number of attempts. Default: 0. */
  readonly attempts?: number | undefined;
  /** Whether an attempt may have reached the server. Default: whether it was tried. */
  readonly mayHaveReachedServer?: boolean | undefined;
  /** Whether an attempt before the last may have reached the server. Default: no. */
  readonly earlierMayHaveReachedServer?: boolean | undefined;
  /** The change, if its outcome is unknown. */
  readonly unknownOutcome?: UnknownOutcome | undefined;
  /** The service errors, decoded. */
  readonly serviceErrors?: readonly ServiceError[] | undefined;
  /** The service errors for logs: without secrets, as JSON. */
  readonly shownErrors?: readonly unknown[] | undefined;
  /** The other details of the status. */
  readonly details?: readonly StatusDetail[] | undefined;
  /** The violations of the API's validation rules. */
  readonly violations?: readonly Violation[] | undefined;
  /** The reason as a constant: `API_DISABLED`. */
  readonly reason?: string | undefined;
  /** The reason if the client itself decided; undefined if the server decided. */
  readonly clientReason?: ClientReason | undefined;
  /** The domain that defines the reason. */
  readonly domain?: string | undefined;
  /** More about the reason. */
  readonly reasonMetadata?: { readonly [key: string]: string } | undefined;
  /** Pages that help. */
  readonly helpLinks?: readonly HelpLink[] | undefined;
  /** The service's instruction about retries. */
  readonly retryType?: RetryType | undefined;
  /** The delay that the service asks for, in milliseconds. */
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

/** The same with `message`, the usual name of an error's text, instead of `text`. */
export type CallErrorMessage<ServiceError = unknown> = Omit<CallErrorInit<ServiceError>, "text"> & {
  /** The text of the failure. */
  readonly message: string;
};

/** The names of {@link CallErrorInit} and {@link CallErrorMessage}. */
export const knownNames: { readonly [Name in keyof CallErrorInit | "message"]-?: true } = {
  attempts: true,
  cause: true,
  clientReason: true,
  code: true,
  details: true,
  domain: true,
  earlierMayHaveReachedServer: true,
  endpoint: true,
  header: true,
  helpLinks: true,
  mayHaveReachedServer: true,
  message: true,
  method: true,
  name: true,
  operationId: true,
  reason: true,
  reasonMetadata: true,
  requestId: true,
  retryDelayMs: true,
  retryType: true,
  serviceErrors: true,
  shownErrors: true,
  text: true,
  traceId: true,
  trailer: true,
  unknownOutcome: true,
  violations: true,
};

const nameList = Object.keys(knownNames);

const example = 'such as { code: "NOT_FOUND", text: "there is no such disk" }';

const listNames = ["serviceErrors", "shownErrors", "details", "violations", "helpLinks"] as const;

/**
 * Checks the properties of an error that a program creates, and returns them with `text`.
 *
 * @throws An OptionsError
 */
export function checkErrorInit<ServiceError>(
  given: CallErrorInit<ServiceError> | CallErrorMessage<ServiceError>,
): CallErrorInit<ServiceError> {
  if (typeof given !== "object" || given === null)
    throw new OptionsError("ARGUMENT_INVALID", `the error of a call is made of an object, ${example}`);
  requireKnownNames(given, nameList, "the error of a call");
  const { code } = given;
  if ((code as unknown) === "OK" || !statusCodes.includes(code)) {
    const hint =
      didYouMean(String(code), statusCodes) || `; the codes are ${statusCodes.slice(1).join(", ")}`;
    throw invalidOption("code", `${describe(code)} is not the code of a failed call${hint}`);
  }
  for (const name of listNames) {
    const list: unknown = given[name];
    if (list !== undefined && !Array.isArray(list))
      throw invalidOption(name, `a list is needed, got ${describe(list)}`);
  }
  const both = given as CallErrorInit<ServiceError> & { readonly message?: string };
  const { text = both.message } = both;
  if (typeof text === "string") return text === both.text ? both : { ...both, text };
  throw invalidOption("text", `the text of the error is needed, ${example}; got ${describe(text)}`);
}
