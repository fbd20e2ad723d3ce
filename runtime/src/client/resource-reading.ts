import { CallError, explained } from "../error/call-error.js";
import type { CallGround } from "./call-start.js";
import type { OperationHandle, OperationOrigin, ReadingById } from "./operation-handle.js";
import type { WaitOptions } from "./operation-wait.js";

/** What is said where an operation succeeded and its resource is not there. */
const gone =
  "the operation succeeded, but its resource does not exist: it was deleted, by this operation or later; wait() does not read it";

/** Waits until an operation is over, and reads its resource in the time that is left. */
export async function readResource<Operation, Resource>(
  ...[origin, { clock, timeouts }, operation, { get, requestOf }, options]: [
    origin: OperationOrigin<Operation>,
    ground: Pick<CallGround, "clock" | "timeouts">,
    operation: OperationHandle<Operation>,
    reading: ReadingById<Resource>,
    options: WaitOptions<Operation>,
  ]
): Promise<Resource> {
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
  const leftMs = Math.max(1, timeoutMs - (clock.nowMs() - startMs));
  // A longer limit than the session's own would lift that one.
  const limit = leftMs < timeouts.requestMs ? { timeoutMs: leftMs } : {};
  try {
    // The decoder of Get has made it.
    return (await origin.call(get, requestOf(resourceId), { signal, ...limit })) as Resource;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "NOT_FOUND") throw error;
    throw explained(error, gone, id);
  }
}
