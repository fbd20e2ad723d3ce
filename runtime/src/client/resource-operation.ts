import { CallError, explained } from "../error/call-error.js";
import type { Init } from "../table/init.js";
import { startCall } from "./call-start.js";
import type { Call } from "./call.js";
import { OperationHandle, type OperationOrigin, type OperationWiring } from "./operation-handle.js";
import type { WaitOptions } from "./operation-wait.js";
import type { Method } from "../rpc/service.js";

/** A call that starts an operation on a resource that can be read when it is over. */
export type ResourceOperationCall<Operation, Resource> = Call<ResourceOperation<Operation, Resource>>;

/** What is said where an operation succeeded and its resource is not there. */
const gone =
  "the operation succeeded, but its resource does not exist: it was deleted, by this operation or later; wait() does not read it";

/** How the resource of an operation is read. */
interface ResourceReading<Resource> {
  /** Get of the service that made the operation. */
  readonly get: Method<unknown, Resource, "unary">;
  /** Its request for a resource. */
  readonly requestOf: (id: string) => unknown;
}

/** An operation on a resource that the service's Get reads. */
export class ResourceOperation<Operation, Resource> extends OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #reading: ResourceReading<Resource>;

  constructor(origin: OperationOrigin<Operation>, latest: Operation, reading: ResourceReading<Resource>) {
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
  async resource(options: WaitOptions<Operation> = {}): Promise<Resource> {
    const { route, method } = this.#origin;
    const { get, requestOf } = this.#reading;
    const startMs = route.core.clock.nowMs();
    await this.wait(options);
    if (this.resourceId === "") {
      throw new CallError({
        name: route.core.errorName,
        code: "FAILED_PRECONDITION",
        text: "the operation names no resource; read what it changed with the client's own methods",
        method,
        endpoint: route.endpoint.authority,
        operationId: this.id,
      });
    }
    const { signal, timeoutMs = Infinity } = options;
    const leftMs = Math.max(1, timeoutMs - (route.core.clock.nowMs() - startMs));
    // A longer limit than the session's own would lift that one.
    const limit = leftMs < route.core.timeouts.requestMs ? { timeoutMs: leftMs } : {};
    try {
      const reply = await startCall(route, get, requestOf(this.resourceId), { signal, ...limit });
      // The decoder of Get has made it.
      return reply.message as Resource;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "NOT_FOUND") throw error;
      throw explained(error, gone, this.id);
    }
  }
}

/** Adds to the reading of operations how their resource is read: Get, and its request by an id. */
export function withResource<Operation, Request, Resource>(
  wiring: OperationWiring<Operation>,
  get: Method<Request, Resource, "unary">,
  requestOf: (id: string) => Init<Request>,
): OperationWiring<Operation, ResourceOperation<Operation, Resource>> {
  return {
    ...wiring,
    open: (origin, latest) => new ResourceOperation(origin, latest, { get, requestOf }),
  };
}
