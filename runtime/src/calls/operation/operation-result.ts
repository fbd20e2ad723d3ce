import type { CallOptions } from "../chain/call-options.js";
import { CallError, type CallErrorInit, explained, withOperationId } from "../error/call-error.js";
import { loadDetailReader } from "../error/load-details.js";
import { type ErrorCode, errorCode } from "../error/status-code.js";
import type { MetadataInit } from "../rpc/metadata.js";
import type { Method } from "../rpc/service.js";
import type { Route, SharedTime } from "../client/call-start.js";
import type { OperationHandle, OperationReader, GetById, WaitOptions } from "./operation-handle.js";
import { copyMetadata } from "./call-metadata.js";
import { pollOperation, removedReason } from "./poll-operation.js";

/** The call that an operation came from. */
export interface OperationSource<Operation> {
  /** The route of the service that started it. It is polled there. */
  readonly route: Route;
  readonly wiring: OperationReader<Operation>;
  /** The method that started it, such as `svc.compute.v1.InstanceService/Create`; undefined if it was read by its ID. */
  readonly method: string | undefined;
  /** Returns the ID of that request; undefined if the server sent none. */
  readonly requestId: () => string | undefined;
  /** The caller's metadata of that call, which the calls about the operation carry too. */
  readonly metadata?: MetadataInit | undefined;
}

/** The origin of an operation, as far as waiting needs it. */
interface WaitableOrigin<Operation> {
  readonly source: OperationSource<Operation>;
  call(method: Method, request: unknown, options: CallOptions, within: SharedTime): Promise<unknown>;
  createError(
    code: ErrorCode,
    text: string,
    operationId: string,
    details?: Partial<CallErrorInit>,
  ): CallError;
}

/** Explains why the resource of a successful operation does not exist. */
const notFoundExplanation =
  "the operation succeeded, but its resource does not exist: it was deleted, by this operation or later; wait() does not read it";

/** Explains why the resource of an operation with an unknown outcome does not exist. */
const removedExplanation =
  "the operation has ended, and the server has removed it; its resource does not exist, because it was not created, or was deleted";

/** Waits until an operation is done, and returns its last state. */
export function waitUntilDone<Operation>(
  origin: WaitableOrigin<Operation>,
  operation: OperationHandle<Operation>,
  options: WaitOptions<Operation>,
): Promise<Operation> {
  const { route, method } = origin.source;
  const work = (): Promise<Operation> => wait(origin, operation, copyMetadata(options) ?? {});
  if (operation.isDone) return work();
  const event = { operationId: operation.id, method, endpoint: route.endpoint.authority };
  return route.core.reporter.wait(event, options.signal, work);
}

/** Waits until an operation is done, and reads its resource. */
export async function readResource<Operation, Resource>(
  origin: WaitableOrigin<Operation>,
  operation: OperationHandle<Operation>,
  { get, toRequest }: GetById<Resource>,
  options: WaitOptions<Operation>,
): Promise<Resource> {
  const { clock } = origin.source.route.core;
  const startMs = clock.nowMs();
  const waiting = copyMetadata(options) ?? {};
  const removed = await operation.wait(waiting).then(() => undefined, requireRemoved);
  const { id, resourceId } = operation;
  if (removed && resourceId === "") throw removed;
  if (resourceId === "") {
    throw origin.createError(
      "FAILED_PRECONDITION",
      "the operation names no resource; read the changed resource with the methods of the client",
      id,
    );
  }
  const { signal, metadata, timeoutMs } = waiting;
  const ms = timeoutMs || Infinity;
  const within = { endMs: startMs + ms, limit: { option: "timeoutMs", ms } };
  try {
    // The decoder of Get has made it.
    return (await origin.call(get, toRequest(resourceId), { signal, metadata }, within)) as Resource;
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    if (!(error instanceof CallError) || error.code !== "NOT_FOUND") throw withOperationId(error, id);
    throw explained(error, removed ? removedExplanation : notFoundExplanation, { operationId: id });
  }
}

/** Returns the error of an operation that the server has removed, and throws all others. */
function requireRemoved(error: unknown): CallError {
  if (error instanceof CallError && error.clientReason === removedReason) return error;
  throw error;
}

const failed = { clientReason: "OPERATION_FAILED" } as const;

async function wait<Operation>(
  origin: WaitableOrigin<Operation>,
  operation: OperationHandle<Operation>,
  options: WaitOptions<Operation>,
): Promise<Operation> {
  const { route, wiring } = origin.source;
  const { core } = route;
  if (options.signal) core.expectListeners(options.signal);
  const timedOut = (timeoutMs: number): CallError =>
    origin.createError(
      "DEADLINE_EXCEEDED",
      `the operation was still running after ${timeoutMs} ms; it continues: call wait() again, or read it later by its id`,
      operation.id,
      { clientReason: "DEADLINE_EXCEEDED" },
    );
  await pollOperation(operation, core, timedOut, options);
  const { failure } = wiring.readFacts(wiring.get.response, operation.latest);
  if (!failure) return operation.latest;
  const { code, message } = failure;
  const reader = await loadDetailReader();
  if (typeof reader === "string")
    throw explained(origin.createError(errorCode(code), message, operation.id, failed), reader);
  const details = reader.decodeDetails(reader.readDetails(failure.details), core.wiring.serviceErrors);
  const error = origin.createError(errorCode(code), message, operation.id, { ...details, ...failed });
  if (error.details[0]) reader.addViolations(error, []);
  throw error;
}
