import type { MessageType } from "../../messages/wire/message-type.js";
import { CallError, type CallErrorInit } from "./call-error.js";
import { factsOfErrors } from "./service-errors.js";

/** `CallError` with the type of an API's service errors: what an SDK exports under its own name. */
export interface CallErrorClass<ServiceError> {
  new (init: CallErrorInit<ServiceError>): CallError<ServiceError>;
  readonly prototype: CallError<ServiceError>;
  [Symbol.hasInstance](value: unknown): value is CallError<ServiceError>;
}

/**
 * `CallError` under an API's own name and type of service errors, as an SDK
 * exports it. Errors are known by either: a mark says what is one. One that a
 * program makes itself knows of its service errors what one from a server knows:
 * whether to retry, after which time, and what of them may be shown.
 *
 * @param types Types of the API's service errors.
 */
export function callErrorClass<ServiceError>(
  name: string,
  types: () => readonly MessageType<unknown>[] = () => [],
): CallErrorClass<ServiceError> {
  const named = class extends CallError<ServiceError> {
    constructor(init: CallErrorInit<ServiceError>) {
      super(withFacts({ ...init, name: init.name ?? name }, types));
    }
  };
  // The mark is CallError's own; that it holds errors of this API is the caller's word.
  return named as unknown as CallErrorClass<ServiceError>;
}

function withFacts<ServiceError>(
  init: CallErrorInit<ServiceError>,
  types: () => readonly MessageType<unknown>[],
): CallErrorInit<ServiceError> {
  const { serviceErrors = [] } = init;
  if (serviceErrors.length === 0) return init;
  const facts = factsOfErrors(serviceErrors, types());
  return {
    ...init,
    shownErrors: init.shownErrors ?? facts.shownErrors,
    retryType: init.retryType ?? facts.retryType,
    retryDelayMs: init.retryDelayMs ?? facts.retryDelayMs,
    requestId: init.requestId ?? facts.requestId,
    traceId: init.traceId ?? facts.traceId,
  };
}
