import { backoffDelayMs, type BackoffBounds } from "../call/backoff.js";
import type { CallOptions, UpdateOptions } from "../call/call-options.js";
import type { IncomingResponse } from "../call/interceptor.js";
import { readPushback } from "../call/retry-rule.js";
import { CallError, explained } from "../error/call-error.js";
import { serviceErrorKinds } from "../error/service-errors.js";
import { lineageOf } from "../mask/derive/lineage.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../table/fill.js";
import type { MessageTable } from "../table/table.js";
import { sleep } from "../time/wait.js";
import { refusedCall, type Route, startCall } from "./call-start.js";
import { makeUpdate, type UpdateParts } from "./update-request.js";

/** Pauses before a change is tried again, so that those who met do not meet again. */
const conflictPauses: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 2_000 };

/** A change of a resource, with what was checked before it began. */
interface Modification<GetRequest, Resource, UpdateRequest> {
  readonly get: Method<GetRequest, Resource>;
  readonly update: Method<UpdateRequest>;
  /** The request of the get. */
  readonly wanted: GetRequest;
  /** Changes the resource; what it returns is awaited, and does not count. */
  readonly change: (resource: Resource) => unknown;
  /** How often it is tried in all. */
  readonly attempts: number;
  /** When all of it is over, in milliseconds of the clock; Infinity for no limit. */
  readonly deadlineMs: number;
  /** The options of each call. */
  readonly call: CallOptions;
}

/**
 * Reads a resource, changes it, and writes what was changed and nothing else,
 * under the smallest mask and the version that was read. When someone else
 * changed the resource in between (ABORTED, a resource conflict, or the service
 * says UNIT_OF_WORK), all of it is done again after a pause, so the callback may
 * run more than once.
 */
export async function modify<GetRequest, Resource extends object, UpdateRequest>(
  route: Route,
  modification: Modification<GetRequest, Resource, UpdateRequest>,
): Promise<IncomingResponse> {
  const { update, attempts } = modification;
  for (let tries = 1; ; tries++) {
    const { request, resetMask } = await changed(route, modification);
    try {
      // The mask is right as it is: it is made of the request.
      const options: UpdateOptions<UpdateRequest> = {
        ...limited(route, modification),
        resetMask,
        strict: false,
      };
      return await startCall(route, update, request, options);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const asked = readPushback(error);
      const isOver = asked === false || tries >= attempts;
      if (isOver || !(await pause(route, modification, tries, asked ?? error.retryDelayMs))) {
        throw explained(error, `the change was tried ${tries === 1 ? "once" : `${tries} times`}`);
      }
    }
  }
}

async function changed<GetRequest, Resource extends object, UpdateRequest>(
  route: Route,
  modification: Modification<GetRequest, Resource, UpdateRequest>,
): Promise<UpdateParts> {
  const { get, update, wanted, change } = modification;
  const type = get.response;
  // The decoder of the method has made it.
  const resource = (await startCall(route, get, wanted, limited(route, modification))).message as Resource;
  // Unknown fields included.
  const before = fill(type as MessageTable<object>, resource);
  const handedOut = lineageOf(type, resource, before);
  await change(resource);
  try {
    return makeUpdate({
      resourceTable: type,
      requestTable: update.request,
      before,
      after: resource,
      handedOut,
    });
  } catch (error) {
    throw refusedCall(route, update, error);
  }
}

/** The options of the next call, with what is left of the time. */
function limited({ core }: Route, { call, deadlineMs }: Timed): CallOptions {
  return deadlineMs === Infinity
    ? call
    : { ...call, timeoutMs: Math.max(1, deadlineMs - core.clock.nowMs()) };
}

/** Waits after so many conflicts, for as long as the server asks if it does; false if the time would run out. */
async function pause(
  { core: { clock, random } }: Route,
  { call, deadlineMs }: Timed,
  conflicts: number,
  askedMs: number | undefined,
): Promise<boolean> {
  const delayMs = askedMs ?? backoffDelayMs(conflicts, conflictPauses, random);
  if (clock.nowMs() + delayMs >= deadlineMs) return false;
  await sleep(clock, delayMs, call.signal);
  return true;
}

type Timed = Pick<Modification<never, never, never>, "call" | "deadlineMs">;

function isConflict(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.retryType === "NOTHING") return false;
  if (error.code === "ABORTED" || error.retryType === "UNIT_OF_WORK") return true;
  return error.serviceErrors.some((one) => serviceErrorKinds(one).includes("resourceConflict"));
}
