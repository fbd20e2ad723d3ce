import { isCarried, readField, writeField, type Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { findChild, type MaskNode } from "../text/mask-tree.js";
import type { Mask } from "../text/mask.js";
import { mergedStructure } from "../fields/message-fields.js";

/**
 * The least request that, under the mask of the change, makes `before` equal to
 * `after`: what somebody else writes in the meantime stays as they wrote it.
 * Fields that are as they were are not sent; nor are OUTPUT_ONLY ones. Plain
 * structures hold what changed inside, and are sent empty if something was
 * only cleared. Lists, maps, members of oneofs, groups and values of `google.protobuf`
 * that changed go whole, since a server removes what a sent one lacks. A
 * structure that is sent names itself by its IDENTIFIER fields. What this SDK
 * does not know of a plain structure is sent where it was changed. Whatever the
 * mask leads into is sent too, since a server clears it otherwise: an element
 * may be another one and yet look the same.
 *
 * @returns The request; undefined if nothing is to be sent.
 */
export function prunedRequest(
  table: MessageTable,
  before: object,
  after: object,
  mask: Mask,
): object | undefined {
  // Messages of generated code are plain objects.
  return changedPart(table, before as Properties, after as Properties, mask.root);
}

/** What changed of a structure; undefined for nothing. */
function changedPart(
  table: MessageTable,
  before: Properties,
  after: Properties,
  mask: MaskNode | undefined,
): Properties | undefined {
  const sent = fill(table as MessageTable<object>, {}) as Properties;
  let isChanged = false;
  for (const field of table.fields) {
    if (field.behaviors.includes("OUTPUT_ONLY")) continue;
    const [was, is] = [isCarried(before, field), isCarried(after, field)];
    if (was && field.behaviors.includes("IDENTIFIER")) {
      writeField(sent, field, readField(before, field));
      continue;
    }
    const inside = mask && findChild(mask, field.name);
    const value = is ? changedValue(field, was ? before : undefined, after, inside) : undefined;
    if (value !== undefined) writeField(sent, field, value.sent);
    if (value !== undefined || was !== is) isChanged = true;
  }
  const unknown = after["_unknownFields"];
  // The server keeps those that are left out.
  if (unknown !== undefined && dataText(unknown) !== dataText(before["_unknownFields"])) {
    isChanged = true;
    sent["_unknownFields"] = unknown;
  }
  return isChanged ? sent : undefined;
}

/** The value to send for a field that is carried; undefined if it is as it was. */
function changedValue(
  field: Field,
  before: Properties | undefined,
  after: Properties,
  mask: MaskNode | undefined,
): { readonly sent: unknown } | undefined {
  const value = readField(after, field);
  if (before === undefined) return { sent: value };
  const table = mergedStructure(field);
  const old = readField(before, field);
  if (table === undefined) {
    return mask === undefined && dataText(old) === dataText(value) ? undefined : { sent: value };
  }
  // It is another one, of which the mask names all that is not sent.
  if (mask?.any) return { sent: value };
  const part = changedPart(table, old as Properties, value as Properties, mask);
  return part && { sent: part };
}
