import type { CallOptions } from "../call/call-options.js";
import { CallError } from "../error/call-error.js";
import { showMessage } from "../error/shown-message.js";
import { errorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import type { Init } from "../table/init.js";
import type { MessageTable } from "../table/table.js";
import { type Route, startCall } from "./call-start.js";
import type { Call } from "./call.js";
import { failureDetails, type OperationFacts, readOperation } from "./operation-shape.js";
import { observedWait, waitForOperation, type WaitOptions } from "./operation-wait.js";

/** A call that starts an operation. */
export type OperationCall<Operation> = Call<OperationHandle<Operation>>;

/** How an operation is read again. */
export interface OperationReading<Operation> {
  /** The operation service's Get. */
  readonly get: Method<unknown, Operation, "unary">;
  /** Its request for an operation. */
  readonly requestOf: (id: string) => unknown;
  /** Reads what an operation says. */
  readonly factsOf: (table: MessageTable, operation: unknown) => OperationFacts;
}

/** Where an operation came from. */
export interface OperationOrigin<Operation> {
  /** The route of the service that made it, where it is read again. */
  readonly route: Route;
  readonly wiring: OperationReading<Operation>;
  /** The rpc that made it: `svc.compute.v1.InstanceService/Create`; undefined where it was picked up by its id. */
  readonly method: string | undefined;
  /** Gives the identifier of that request; undefined where the server sent none. */
  readonly requestId?: (() => string | undefined) | undefined;
}

/**
 * A long-running operation: a change that the API carries out, at once or over time. `wait()` waits
 * for its end; keep `id` to pick it up again from another program.
 */
export class OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #table: MessageTable<Operation>;
  #latest: Operation;
  /** What `latest` says; read when it is first asked for. */
  #known: OperationFacts | undefined;

  constructor(origin: OperationOrigin<Operation>, latest: Operation) {
    this.#origin = origin;
    this.#table = origin.wiring.get.response;
    this.#latest = latest;
  }

  get #facts(): OperationFacts {
    return (this.#known ??= this.#origin.wiring.factsOf(this.#table, this.#latest));
  }

  /** Identifier of the operation; the name of one that is known by its name. */
  get id(): string {
    return this.#facts.id;
  }

  /** Identifier of the resource that it makes or changes; empty where it names none. */
  get resourceId(): string {
    return this.#facts.resourceId;
  }

  /** Whether it was over when it was last read, with success or not. */
  get isDone(): boolean {
    return this.#facts.isDone;
  }

  /** The operation as it was last read. */
  get latest(): Operation {
    return this.#latest;
  }

  /** Reads the operation again, at the endpoint of the service that made it. */
  async refresh(options?: CallOptions): Promise<Operation> {
    const { route, wiring } = this.#origin;
    const reply = await startCall(route, wiring.get, wiring.requestOf(this.id), options);
    // The decoder of the method has made it.
    const latest = reply.message as Operation;
    this.#latest = latest;
    this.#known = undefined;
    return latest;
  }

  /**
   * Waits for the end of the operation and gives its last state. An operation
   * that is over already costs no call. The operation itself goes on.
   *
   * @throws A `CallError` when the operation failed, when `timeoutMs` is over,
   * and when it cannot be read; the signal's reason when the wait is aborted.
   */
  wait(options: WaitOptions<Operation> = {}): Promise<Operation> {
    const { route, method } = this.#origin;
    const { hooks, clock } = route.core;
    if (!hooks.hearsWaits || this.isDone) return this.#wait(options);
    const event = { operationId: this.id, method, endpoint: route.endpoint.authority };
    return observedWait({ hooks, clock, signal: options.signal }, event, () => this.#wait(options));
  }

  /** The operation for logs, without its secrets; errors of the API are shown by their fields. */
  toJSON(): unknown {
    return showMessage(this.#table, this.#latest, this.#origin.route.core.wiring.serviceErrors);
  }

  /** Shows id and state where Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Operation ${JSON.stringify(this.toJSON())}`;
  }

  #wait(options: WaitOptions<Operation>): Promise<Operation> {
    const { core } = this.#origin.route;
    if (options.signal) core.expectListeners(options.signal);
    return waitForOperation<Operation>(
      {
        clock: core.clock,
        random: core.random,
        pollIntervalMs: core.pollIntervalMs,
        isDone: () => this.isDone,
        refresh: (call) => this.refresh(call),
        result: () => this.#result(),
        timedOut: (timeoutMs) =>
          this.#error(
            "DEADLINE_EXCEEDED",
            `the operation was still running after ${timeoutMs} ms; it continues`,
          ),
      },
      options,
    );
  }

  #result(): Operation {
    const { failure } = this.#facts;
    if (!failure) return this.#latest;
    const { route } = this.#origin;
    const details = failureDetails(failure, route.core.wiring.serviceErrors);
    throw this.#error(errorCode(failure.code), failure.message, details);
  }

  #error(
    code: ConstructorParameters<typeof CallError>[0]["code"],
    text: string,
    details: Partial<ConstructorParameters<typeof CallError>[0]> = {},
  ): CallError {
    const { route, method, requestId } = this.#origin;
    return new CallError({
      ...details,
      name: route.core.errorName,
      code,
      text,
      method,
      endpoint: route.endpoint.authority,
      operationId: this.id,
      requestId: details.requestId ?? requestId?.(),
    });
  }
}

/** How a running operation is read again, and what a caller gets of it. */
export interface OperationWiring<
  Operation,
  Handle = OperationHandle<Operation>,
> extends OperationReading<Operation> {
  /** Makes the handle of an operation as it was last read. */
  open(origin: OperationOrigin<Operation>, latest: Operation): Handle;
}

/** Says how operations are read: the Get of the operation service, and its request by the operation's id. */
export function wireOperations<Request, Operation>(
  get: Method<Request, Operation, "unary">,
  requestOf: (id: string) => Init<Request>,
): OperationWiring<Operation> {
  const open = (origin: OperationOrigin<Operation>, latest: Operation): OperationHandle<Operation> =>
    new OperationHandle(origin, latest);
  return { get, requestOf, factsOf: readOperation, open };
}
