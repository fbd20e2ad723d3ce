import type { Init } from "../table/init.js";
import { OperationHandle, type OperationOrigin, type OperationReading } from "./operation-handle.js";
import type { Method } from "../rpc/service.js";

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
  return { get, requestOf, open: (origin, latest) => new OperationHandle(origin, latest) };
}
