import type { CallOptions } from "../call/call-options.js";
import { observedWork } from "../call/observed-steps.js";
import { CallError, type CallErrorInit, explained } from "../error/call-error.js";
import { decodeDetails, readDetails } from "../error/service-errors.js";
import { showMessage } from "../error/shown-message.js";
import { errorCode, type ErrorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import { type Route, type SharedTime, startCall } from "./call-start.js";
import type {
  OperationHandle,
  OperationOrigin,
  OperationReading,
  ReadingById,
  WaitOptions,
} from "./operation-handle.js";
import { waitForOperation } from "./operation-wait.js";

/** The call that an operation came from. */
interface OperationSource<Operation> {
  /** The route of the service that made it, where it is read again. */
  readonly route: Route;
  readonly wiring: OperationReading<Operation>;
  /** The rpc that made it: `svc.compute.v1.InstanceService/Create`; undefined if it was picked up by its id. */
  readonly method: string | undefined;
  /** Gives the identifier of that request; undefined if the server sent none. */
  readonly requestId: () => string | undefined;
}

/** The text of the error if an operation succeeded and its resource is not there. */
const gone =
  "the operation succeeded, but its resource does not exist: it was deleted, by this operation or later; wait() does not read it";

/** Where an operation came from: the route of its client. */
export class RouteOrigin<Operation> implements OperationOrigin<Operation> {
  readonly #source: OperationSource<Operation>;
  readonly isUnchanged: boolean = false;

  constructor(source: OperationSource<Operation>) {
    this.#source = source;
  }

  get wiring(): OperationReading<Operation> {
    return this.#source.wiring;
  }

  async call(method: Method, request: unknown, options?: CallOptions, within?: SharedTime): Promise<unknown> {
    return (await startCall({ ...this.#source.route, within }, method, request, options)).message;
  }

  wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    const { route, method } = this.#source;
    const { observers, clock } = route.core;
    const work = (): Promise<Operation> => this.#wait(operation, options);
    if (operation.isDone) return work();
    const event = { operationId: operation.id, method, endpoint: route.endpoint.authority };
    const observed = observers.observeWait(event);
    return observedWork(observed, { clock, signal: options.signal }, work, (end) => ({ ...event, ...end }));
  }

  async readResource<Resource>(
    operation: OperationHandle<Operation>,
    { get, requestOf }: ReadingById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource> {
    const { clock } = this.#source.route.core;
    const startMs = clock.nowMs();
    await operation.wait(options);
    const { id, resourceId } = operation;
    if (resourceId === "") {
      throw this.refusal(
        "FAILED_PRECONDITION",
        "the operation names no resource; read what it changed with the client's own methods",
        id,
      );
    }
    const { signal, timeoutMs = Infinity } = options;
    const within = { endMs: startMs + timeoutMs, limit: { option: "timeoutMs", ms: timeoutMs } };
    try {
      // The decoder of Get has made it.
      return (await this.call(get, requestOf(resourceId), { signal }, within)) as Resource;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "NOT_FOUND") throw error;
      throw explained(error, gone, { operationId: id });
    }
  }

  refusal(code: ErrorCode, text: string, operationId: string): CallError {
    return this.#error(code, text, operationId);
  }

  show(operation: Operation): unknown {
    const { route, wiring } = this.#source;
    return showMessage(wiring.get.response, operation, route.core.wiring.serviceErrors);
  }

  async #wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    const { route, wiring } = this.#source;
    const { core } = route;
    if (options.signal) core.expectListeners(options.signal);
    const timedOut = (timeoutMs: number): CallError =>
      this.#error(
        "DEADLINE_EXCEEDED",
        `the operation was still running after ${timeoutMs} ms; it continues: wait() again, or pick it up by its id later`,
        operation.id,
      );
    await waitForOperation(operation, core, timedOut, options);
    const { failure } = wiring.factsOf(wiring.get.response, operation.latest);
    if (!failure) return operation.latest;
    const details = decodeDetails(readDetails(failure.details), core.wiring.serviceErrors);
    const error = this.#error(errorCode(failure.code), failure.message, operation.id, details);
    if (error.details[0]) (await import("../error/server-violations.js")).addViolations(error, []);
    throw error;
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
