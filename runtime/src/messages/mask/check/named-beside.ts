import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import type { MutableMaskNode } from "../text/mask-tree.js";
import { findChild, isLeaf, formatKey } from "../text/mask-tree.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { namedBesideError } from "./mask-path-errors.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/**
 * Rejects a mask that names a structure beside a path into it (`a,a.b`) if the request omits the structure. The longer path
 * wins, so only `a.b` would be cleared, but the caller may mean all of `a`.
 *
 * @throws MaskPathError
 */
export function rejectNamedBeside(table: MessageTable, request: object, written: MutableMaskNode): void {
  visit(table, request as Properties, written, "");
}

function visit(table: MessageTable, message: Properties, written: MutableMaskNode, path: string): void {
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    const child = findChild<MutableMaskNode>(written, field.name);
    if (inside === undefined || child === undefined || isLeaf(child)) continue;
    const place = path === "" ? field.name : `${path}.${field.name}`;
    if (field.shape.kind === "single") {
      const isSent = isSerialized(message, field);
      if (!isSent && child.isEnd) throw namedBesideError(place, new MaskCursor([child]));
      visit(inside, isSent ? (readField(message, field) as Properties) : {}, child, place);
      continue;
    }
    for (const [key = "", one] of listMessages(message, field)) {
      for (const node of [findChild<MutableMaskNode>(child, key), child.any])
        if (node) visit(inside, one, node, `${place}.${formatKey(key)}`);
    }
  }
}
