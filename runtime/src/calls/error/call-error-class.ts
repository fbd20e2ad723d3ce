import type { MessageType } from "../../messages/wire/message-type.js";
import { type CallErrorInit, type CallErrorMessage, checkErrorInit } from "./call-error-init.js";
import { CallError } from "./call-error.js";
import { factsOfErrors } from "./service-errors.js";

/** `CallError` with the type of an API's service errors, which an SDK exports under its own name. */
export interface CallErrorClass<ServiceError> {
  new (init: CallErrorInit<ServiceError> | CallErrorMessage<ServiceError>): CallError<ServiceError>;
  readonly prototype: CallError<ServiceError>;
  [Symbol.hasInstance](value: unknown): value is CallError<ServiceError>;
}

/**
 * Returns `CallError` under an API's own name and with its type of service errors. `instanceof` of either class
 * matches errors of both. An error that a program creates derives the same facts from its service errors as one of
 * a server: whether and when to retry, and what may be shown.
 *
 * @param types Types of the API's service errors.
 */
export function callErrorClass<ServiceError>(
  name: string,
  types: () => readonly MessageType<unknown>[] = () => [],
): CallErrorClass<ServiceError> {
  const named = class extends CallError<ServiceError> {
    constructor(given: CallErrorInit<ServiceError> | CallErrorMessage<ServiceError>) {
      const init = checkErrorInit(given);
      super(withFacts({ ...init, name: init.name ?? name }, types));
    }
  };
  // The brand is that of CallError, so the type of the service errors is not checked.
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
