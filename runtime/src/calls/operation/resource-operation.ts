import type { Method } from "../rpc/service.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { Call } from "../client/call.js";
import {
  OperationHandle,
  type OperationOrigin,
  type OperationWiring,
  type ReadingById,
  type WaitOptions,
} from "./operation-handle.js";

/** A call that starts an operation on a resource that can be read when it is over. */
export type ResourceOperationCall<Operation, Resource> = Call<ResourceOperation<Operation, Resource>>;

/** An operation on a resource that the service's Get reads. */
export class ResourceOperation<Operation, Resource> extends OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #reading: ReadingById<Resource>;

  constructor(origin: OperationOrigin<Operation>, latest: Operation, reading: ReadingById<Resource>) {
    super(origin, latest);
    this.#origin = origin;
    this.#reading = reading;
  }

  /**
   * The resource as it is after the operation, read with the service's Get. An
   * operation that still runs is waited for first, as `wait(options)` does, and
   * one that failed throws what it failed with. `signal` and `timeoutMs` hold
   * for waiting and reading together.
   *
   * @throws A `CallError`: FAILED_PRECONDITION where the operation names no
   * resource, NOT_FOUND where there is none any more: an operation that was
   * picked up by its id may have been a deletion.
   */
  resource(options: WaitOptions<Operation> = {}): Promise<Resource> {
    return this.#origin.readResource(this, this.#reading, options);
  }
}

/** Adds to the reading of operations how their resource is read: Get, and its request by an id. */
export function withResource<Operation, Request, Resource>(
  wiring: OperationWiring<Operation>,
  get: Method<Request, Resource, "unary">,
  requestOf: (id: string) => MessageInit<Request>,
): OperationWiring<Operation, ResourceOperation<Operation, Resource>> {
  return {
    ...wiring,
    open: (origin, latest) => new ResourceOperation(origin, latest, { get, requestOf }),
  };
}
