import type { CallOptions } from "../call/call-options.js";
import { CallError, type CallErrorInit } from "../error/call-error.js";
import { decodeDetails, detailsOf } from "../error/service-errors.js";
import { showMessage } from "../error/shown-message.js";
import { errorCode, type ErrorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import { type Route, startCall } from "./call-start.js";
import type { OperationHandle, OperationOrigin, OperationReading, ReadingById } from "./operation-handle.js";
import type { OperationFailure } from "./operation-shape.js";
import { observedWait, type WaitedOperation, waitForOperation, type WaitOptions } from "./operation-wait.js";
import { readResource } from "./resource-reading.js";

/** The call that an operation came from. */
export interface OperationSource<Operation> {
  /** The route of the service that made it, where it is read again. */
  readonly route: Route;
  readonly wiring: OperationReading<Operation>;
  /** The rpc that made it: `svc.compute.v1.InstanceService/Create`; undefined where it was picked up by its id. */
  readonly method: string | undefined;
  /** Gives the identifier of that request; undefined where the server sent none. */
  readonly requestId: () => string | undefined;
}

/** Where an operation came from: the route of its client. */
export class RouteOrigin<Operation> implements OperationOrigin<Operation> {
  readonly #source: OperationSource<Operation>;

  constructor(source: OperationSource<Operation>) {
    this.#source = source;
  }

  get wiring(): OperationReading<Operation> {
    return this.#source.wiring;
  }

  async call(method: Method, request: unknown, options?: CallOptions): Promise<unknown> {
    return (await startCall(this.#source.route, method, request, options)).message;
  }

  wait(operation: WaitedOperation<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    const { route, method } = this.#source;
    const { hooks, clock } = route.core;
    if (!hooks.hearsWaits || operation.isDone()) return this.#wait(operation, options);
    const event = { operationId: operation.id, method, endpoint: route.endpoint.authority };
    return observedWait({ hooks, clock, signal: options.signal }, event, () =>
      this.#wait(operation, options),
    );
  }

  readResource<Resource>(
    operation: OperationHandle<Operation>,
    reading: ReadingById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource> {
    return readResource(this, this.#source.route.core, operation, reading, options);
  }

  failure({ code, message, details }: OperationFailure, operationId: string): CallError {
    const { serviceErrors } = this.#source.route.core.wiring;
    return this.#error(
      errorCode(code),
      message,
      operationId,
      decodeDetails(detailsOf(details), serviceErrors),
    );
  }

  refusal(code: ErrorCode, text: string, operationId: string): CallError {
    return this.#error(code, text, operationId);
  }

  show(operation: Operation): unknown {
    const { route, wiring } = this.#source;
    return showMessage(wiring.get.response, operation, route.core.wiring.serviceErrors);
  }

  #wait(operation: WaitedOperation<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    const { core } = this.#source.route;
    if (options.signal) core.expectListeners(options.signal);
    const timedOut = (timeoutMs: number): CallError =>
      this.#error(
        "DEADLINE_EXCEEDED",
        `the operation was still running after ${timeoutMs} ms; it continues`,
        operation.id,
      );
    return waitForOperation(operation, core, timedOut, options);
  }

  #error(
    code: ErrorCode,
    text: string,
    operationId: string,
    details: Partial<CallErrorInit> = {},
  ): CallError {
    const { route, method, requestId } = this.#source;
    return new CallError({
      ...details,
      name: route.core.errorName,
      code,
      text,
      method,
      endpoint: route.endpoint.authority,
      operationId,
      requestId: details.requestId ?? requestId(),
    });
  }
}
