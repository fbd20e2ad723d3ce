import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import type { MaskSeed } from "../text/mask-tree.js";
import { findChild, isLeaf, printKey } from "../text/mask-tree.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { namedBeside } from "./mask-path-errors.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/**
 * Refuses what a caller has written as a mask where it names a structure beside
 * what that holds (`a,a.b`) and the request does not carry the structure. A mask
 * is the longer path alone, with which only `a.b` is cleared; whoever writes `a`
 * too may mean all of it. Throws a `MaskPathError`.
 */
export function rejectNamedBeside(table: MessageTable, request: object, written: MaskSeed): void {
  visit(table, request as Properties, written, "");
}

function visit(table: MessageTable, message: Properties, written: MaskSeed, path: string): void {
  for (const field of table.fields) {
    const inner = structureTable(field.shape.type);
    const child = findChild<MaskSeed>(written, field.name);
    if (inner === undefined || child === undefined || isLeaf(child)) continue;
    const place = path === "" ? field.name : `${path}.${field.name}`;
    if (field.shape.kind === "single") {
      const isSent = isSerialized(message, field);
      if (!isSent && child.isEnd) throw namedBeside(place, new MaskCursor([child]));
      visit(inner, isSent ? (readField(message, field) as Properties) : {}, child, place);
      continue;
    }
    for (const [key = "", held] of listMessages(message, field)) {
      for (const one of [findChild<MaskSeed>(child, key), child.any])
        if (one) visit(inner, held, one, `${place}.${printKey(key)}`);
    }
  }
}
