import type { Method } from "../rpc/service.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { Call } from "../client/call.js";
import {
  OperationHandle,
  type OperationOrigin,
  type OperationWiring,
  type GetById,
  type WaitOptions,
} from "./operation-handle.js";

/** A call that starts an operation on a resource that can be read afterwards. */
export type ResourceOperationCall<Operation, Resource> = Call<ResourceOperation<Operation, Resource>>;

/** The handle of an operation on a resource that the service's Get method reads. */
export class ResourceOperation<Operation, Resource> extends OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #reading: GetById<Resource>;

  constructor(origin: OperationOrigin<Operation>, latest: Operation, reading: GetById<Resource>) {
    super(origin, latest);
    this.#origin = origin;
    this.#reading = reading;
  }

  /**
   * Waits until the operation is done, like `wait(options)`, and reads the resource with the service's Get method. `signal`
   * and `timeoutMs` apply to waiting and reading together. If the server has removed the operation, which it does only
   * after its end, the resource is read as it is now.
   *
   * @throws CallError with the error of a failed operation; FAILED_PRECONDITION if the operation names no resource;
   * NOT_FOUND if the resource no longer exists, because it was deleted later, or by this operation.
   */
  resource(options: WaitOptions<Operation> = {}): Promise<Resource> {
    return this.#origin.readResource(this, this.#reading, options);
  }
}

/** Adds how to read the resource of operations: the Get method, and its request by ID. */
export function withResource<Operation, Request, Resource>(
  wiring: OperationWiring<Operation>,
  get: Method<Request, Resource, "unary">,
  toRequest: (id: string) => MessageInit<Request>,
): OperationWiring<Operation, ResourceOperation<Operation, Resource>> {
  return {
    ...wiring,
    open: (origin, latest) => new ResourceOperation(origin, latest, { get, toRequest }),
  };
}
