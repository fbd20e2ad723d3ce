/**
 * Checks: whether a mask that a caller gives fits its request, and the errors that explain why it does not.
 *
 * @module
 */
import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { type MaskCheckOptions, MaskWalk } from "./mask-walk.js";
import type { Mask } from "../text/mask.js";

/**
 * Prepares a request for a given mask, so that the mask clears exactly what it names (conventions, section 4.3). A server
 * clears a whole structure if a path leads through it and the request omits it. So plain structures are sent empty, and the
 * server creates those that it lacks. The given request is not changed.
 *
 * @throws MaskPathError for a path that may clear more than it names:
 *
 * - into a list, a map, an element, a key, a member of a oneof or a well-known value that the request omits
 * - through an unknown field, the name of a oneof, or a wildcard over a structure
 * - into a scalar
 */
export function prepareUpdate<T extends object>(
  table: MessageTable<T>,
  request: T,
  mask: Mask,
  options: MaskCheckOptions = {},
): T {
  // The result is the request with additional structures, so it has the same type.
  return new MaskWalk(options).message(table, request as Properties, new MaskCursor([mask.root]), "") as T;
}

/**
 * Checks a mask against a message type, by the rules of `prepareUpdate`.
 *
 * @throws MaskPathError
 */
export function checkMask(table: MessageTable, mask: Mask, options: MaskCheckOptions): void {
  new MaskWalk(options).message(table, undefined, new MaskCursor([mask.root]), "");
}
