import type { BackoffBounds } from "../call/backoff.js";
import { pushbackOf } from "../call/retry-rule.js";
import { CallError, explained } from "../error/call-error.js";
import { kindsOf } from "../error/service-errors.js";
import { lineageOf } from "../mask/lineage.js";
import type { Method } from "../rpc/service.js";
import { updateOf, type UpdateParts } from "./update-request.js";

/** Pauses before a change is tried again, so that those who met do not meet again. */
export const conflictPauses: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 2_000 };

/** What a change is made of. */
export interface ModifyParts<Resource, Result> {
  readonly get: Method<unknown, Resource>;
  readonly update: Method;
  /** How often it is tried in all. */
  readonly attempts: number;
  /** Reads the resource. */
  readonly read: () => Promise<Resource>;
  /** Changes the resource; what it returns is awaited, and does not count. */
  readonly change: (resource: Resource) => unknown;
  /** Sends the update. */
  readonly write: (parts: UpdateParts) => Promise<Result>;
  /** The error of an update that cannot be made. */
  readonly refusal: (error: unknown) => Error;
  /**
   * Waits after so many conflicts, for as long as the server asks where it does.
   * False where the time would run out; rejects when the caller gives up.
   */
  readonly pause: (conflicts: number, askedMs: number | undefined) => Promise<boolean>;
}

/**
 * Reads a resource, changes it, and writes what was changed and nothing else,
 * under the smallest mask and the version that was read. When someone else
 * changed the resource in between (ABORTED, a resource conflict, or the service
 * says UNIT_OF_WORK), all of it is done again after a pause, so the callback may
 * run more than once.
 */
export async function modify<Resource extends object, Result>(
  parts: ModifyParts<Resource, Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const update = await changed(parts);
    try {
      return await parts.write(update);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const asked = pushbackOf(error);
      const isOver = asked === false || tries >= parts.attempts;
      if (isOver || !(await parts.pause(tries, asked ?? error.retryDelayMs))) {
        throw explained(error, `the change was tried ${tries === 1 ? "once" : `${tries} times`}`);
      }
    }
  }
}

async function changed<Resource extends object>({
  get,
  update,
  read,
  change,
  refusal,
}: ModifyParts<Resource, unknown>): Promise<UpdateParts> {
  const resource = await read();
  const type = get.response;
  // By its own codec, so that the copy holds what goes over the wire, unknown fields included.
  const before = type.decode(type.encode(resource));
  const handedOut = lineageOf(type, resource, before);
  await change(resource);
  try {
    return updateOf({
      resourceTable: type,
      requestTable: update.request,
      before,
      after: resource,
      handedOut,
    });
  } catch (error) {
    throw refusal(error);
  }
}

function isConflict(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.retryType === "NOTHING") return false;
  if (error.code === "ABORTED" || error.retryType === "UNIT_OF_WORK") return true;
  return error.serviceErrors.some((one) => kindsOf(one).includes("resourceConflict"));
}
