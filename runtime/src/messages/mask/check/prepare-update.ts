/**
 * The room of checks: whether a mask that a caller gives fits its request, and the errors that say
 * why it does not.
 *
 * @module
 */
import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { type MaskCheckOptions, MaskWalk } from "./mask-walk.js";
import type { Mask } from "../text/mask.js";

/**
 * The request to send with an explicit mask, so that the mask does what it says
 * and no more (conventions, section 4.3). A server clears all of a structure that
 * a path goes through and the request does not carry: plain structures are
 * therefore sent empty, and one that is absent at the server is created. The
 * request given is not changed.
 *
 * Throws a `MaskPathError` for a path that may clear more than it says: into a
 * list, a map, an element, a key, a member of a oneof or a well-known value that
 * the request does not carry; through a field that the type does not have, the
 * name of a oneof or a wildcard over a structure; and under a scalar.
 */
export function prepareUpdate<T extends object>(
  table: MessageTable<T>,
  request: T,
  mask: Mask,
  options: MaskCheckOptions = {},
): T {
  // What is prepared is the request, with some structures beside.
  return new MaskWalk(options).message(table, request as Properties, new MaskCursor([mask.root]), "") as T;
}

/** Checks a mask against a message type alone, by the same rules. Throws a `MaskPathError`. */
export function checkMask(table: MessageTable, mask: Mask, options: MaskCheckOptions): void {
  new MaskWalk(options).message(table, undefined, new MaskCursor([mask.root]), "");
}
