import type { CallOptions } from "../call/call-options.js";
import { CallError, explained } from "../error/call-error.js";
import { kindsOf } from "../error/service-errors.js";
import { diffMask, type Mask } from "../mask/index.js";
import { fill } from "../table/fill.js";
import type { Field, MessageTable } from "../table/table.js";
import type { Method } from "../rpc/service.js";

/** How often a change is tried before its conflict is thrown. */
const maxTries = 3;

/** Pauses before a change is tried again, so that those who met do not meet again. */
export const conflictPauses = { baseDelayMs: 200, maxDelayMs: 2_000 };

/** What a change is made of. */
export interface ModifyParts<Resource> {
  readonly get: Method<unknown, Resource>;
  readonly update: Method;
  /** Reads the resource. */
  readonly read: () => Promise<Resource>;
  readonly change: (resource: Resource) => void | Promise<void>;
  /** Waits after so many conflicts; rejects when the caller gives up. */
  readonly pause: (conflicts: number) => Promise<void>;
  readonly options: CallOptions;
}

/**
 * Reads a resource, changes it, and gives the update to `write`: with the
 * smallest mask, and with the resource's version as it was read. When someone
 * else changed it in between (ABORTED, a resource conflict, or the service says
 * UNIT_OF_WORK), all of it is done again after a short pause, so the callback may
 * run more than once.
 */
export async function modify<Resource extends object, Result>(
  parts: ModifyParts<Resource>,
  write: (request: object, options: CallOptions & { readonly resetMask: Mask }) => Promise<Result>,
): Promise<Result> {
  const { get, update, change } = parts;
  for (let tries = 1; ; tries++) {
    const resource = await parts.read();
    const { codec } = get.response;
    // By its own codec, so that the copy holds what goes over the wire, unknown fields included.
    const before = codec.decode(codec.encode(resource).finish());
    await change(resource);
    const request = updateRequest(update.request.table, get.response.table, resource);
    const unchanged = updateRequest(update.request.table, get.response.table, before);
    const resetMask = diffMask(update.request.table as MessageTable<object>, unchanged, request);
    try {
      return await write(request, { ...parts.options, resetMask });
    } catch (error) {
      if (parts.options.idempotencyKey !== undefined || !isConflict(error)) throw error;
      if (tries >= maxTries) throw explained(error, `the change was tried ${tries} times`);
    }
    await parts.pause(tries);
  }
}

/** The request of an Update from the resource: every field of the request that the resource has too, by name. */
function updateRequest(requestTable: MessageTable, resourceTable: MessageTable, resource: object): object {
  const shared = requestTable.fields.flatMap((field): [string, unknown][] => {
    const own = resourceTable.byName.get(field.name);
    return own && isSameType(own, field) ? [[propertyOf(field), Reflect.get(resource, propertyOf(own))]] : [];
  });
  return fill(requestTable as MessageTable<object>, Object.fromEntries(shared));
}

function propertyOf({ local, oneof }: Field): string {
  return oneof ? oneof.local : local;
}

function isSameType({ shape: one }: Field, { shape: other }: Field): boolean {
  if (one.kind !== other.kind || one.type.kind !== other.type.kind) return false;
  if (one.type.kind !== "message" || other.type.kind !== "message") return true;
  return one.type.table.typeName === other.type.table.typeName;
}

function isConflict(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.retryType === "NOTHING") return false;
  if (error.code === "ABORTED" || error.retryType === "UNIT_OF_WORK") return true;
  return error.serviceErrors.some((one) => kindsOf(one).includes("resourceConflict"));
}
