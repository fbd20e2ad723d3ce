import type { CallOptions } from "../chain/call-options.js";
import { CallError, type CallErrorInit, explained } from "../error/call-error.js";
import { loadDetailReader } from "../error/load-details.js";
import { type ErrorCode, errorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import type { Route, SharedTime } from "../client/call-start.js";
import type { OperationHandle, OperationReading, ReadingById, WaitOptions } from "./operation-handle.js";
import { waitForOperation } from "./operation-wait.js";

/** The call that an operation came from. */
export interface OperationSource<Operation> {
  /** The route of the service that made it, where it is read again. */
  readonly route: Route;
  readonly wiring: OperationReading<Operation>;
  /** The rpc that made it: `svc.compute.v1.InstanceService/Create`; undefined if it was picked up by its id. */
  readonly method: string | undefined;
  /** Gives the identifier of that request; undefined if the server sent none. */
  readonly requestId: () => string | undefined;
}

/** Where an operation came from, for a wait. */
interface WaitedOrigin<Operation> {
  readonly source: OperationSource<Operation>;
  call(method: Method, request: unknown, options: CallOptions, within: SharedTime): Promise<unknown>;
  refusal(code: ErrorCode, text: string, operationId: string, details?: Partial<CallErrorInit>): CallError;
}

/** The text of the error if an operation succeeded and its resource is not there. */
const gone =
  "the operation succeeded, but its resource does not exist: it was deleted, by this operation or later; wait() does not read it";

/** Waits until an operation is over, and gives its result. */
export function waitForEnd<Operation>(
  origin: WaitedOrigin<Operation>,
  operation: OperationHandle<Operation>,
  options: WaitOptions<Operation>,
): Promise<Operation> {
  const { route, method } = origin.source;
  const work = (): Promise<Operation> => wait(origin, operation, options);
  if (operation.isDone) return work();
  const event = { operationId: operation.id, method, endpoint: route.endpoint.authority };
  return route.core.reporter.wait(event, options.signal, work);
}

/** Waits until an operation is over, and reads its resource. */
export async function readResource<Operation, Resource>(
  origin: WaitedOrigin<Operation>,
  operation: OperationHandle<Operation>,
  { get, requestOf }: ReadingById<Resource>,
  options: WaitOptions<Operation>,
): Promise<Resource> {
  const { clock } = origin.source.route.core;
  const startMs = clock.nowMs();
  await operation.wait(options);
  const { id, resourceId } = operation;
  if (resourceId === "") {
    throw origin.refusal(
      "FAILED_PRECONDITION",
      "the operation names no resource; read what it changed with the client's own methods",
      id,
    );
  }
  const { signal, timeoutMs = Infinity } = options;
  const within = { endMs: startMs + timeoutMs, limit: { option: "timeoutMs", ms: timeoutMs } };
  try {
    // The decoder of Get has made it.
    return (await origin.call(get, requestOf(resourceId), { signal }, within)) as Resource;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "NOT_FOUND") throw error;
    throw explained(error, gone, { operationId: id });
  }
}

const failed = { clientReason: "OPERATION_FAILED" } as const;

async function wait<Operation>(
  origin: WaitedOrigin<Operation>,
  operation: OperationHandle<Operation>,
  options: WaitOptions<Operation>,
): Promise<Operation> {
  const { route, wiring } = origin.source;
  const { core } = route;
  if (options.signal) core.expectListeners(options.signal);
  const timedOut = (timeoutMs: number): CallError =>
    origin.refusal(
      "DEADLINE_EXCEEDED",
      `the operation was still running after ${timeoutMs} ms; it continues: wait() again, or pick it up by its id later`,
      operation.id,
      { clientReason: "DEADLINE_EXCEEDED" },
    );
  await waitForOperation(operation, core, timedOut, options);
  const { failure } = wiring.factsOf(wiring.get.response, operation.latest);
  if (!failure) return operation.latest;
  const { code, message } = failure;
  const reader = await loadDetailReader();
  if (typeof reader === "string")
    throw explained(origin.refusal(errorCode(code), message, operation.id, failed), reader);
  const details = reader.decodeDetails(reader.readDetails(failure.details), core.wiring.serviceErrors);
  const error = origin.refusal(errorCode(code), message, operation.id, { ...details, ...failed });
  if (error.details[0]) reader.addViolations(error, []);
  throw error;
}
