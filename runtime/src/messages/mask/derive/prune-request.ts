import { isSerialized, readField, writeField, type Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { Field, MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { findChild, type MaskNode } from "../text/mask-tree.js";
import type { Mask } from "../text/mask.js";
import { mergedTable } from "../fields/message-fields.js";

/**
 * Returns the smallest request that, with the mask of the change, makes `before` equal to `after`, and that leaves alone
 * what others write in the meantime:
 *
 * - Unchanged and OUTPUT_ONLY fields are omitted.
 * - A plain structure is sent with its changed fields and its IDENTIFIER fields. If fields were only cleared, it is empty.
 * - Changed lists, maps, members of oneofs, groups and `google.protobuf` values are sent whole, because a server replaces
 *   them.
 * - Unknown fields of a plain structure are sent if they were changed.
 * - Everything that the mask leads into is sent, even if it is equal, because the server would clear it otherwise.
 *
 * @returns The request; undefined if nothing is sent.
 */
export function pruneRequest(
  table: MessageTable,
  before: object,
  after: object,
  mask: Mask,
): object | undefined {
  // Messages of generated code are plain objects.
  return pruneStructure(table, before as Properties, after as Properties, mask.root);
}

/** Returns the changed part of a structure; undefined for nothing. */
function pruneStructure(
  table: MessageTable,
  before: Properties,
  after: Properties,
  mask: MaskNode | undefined,
): Properties | undefined {
  const sent = fill(table as MessageTable<object>, {}) as Properties;
  let isChanged = false;
  for (const field of table.fields) {
    if (field.behaviors.includes("OUTPUT_ONLY")) continue;
    const [was, is] = [isSerialized(before, field), isSerialized(after, field)];
    if (was && field.behaviors.includes("IDENTIFIER")) {
      writeField(sent, field, readField(before, field));
      continue;
    }
    const inside = mask && findChild(mask, field.name);
    const value = is ? pruneField(field, was ? before : undefined, after, inside) : undefined;
    if (value !== undefined) writeField(sent, field, value.sent);
    if (value !== undefined || was !== is) isChanged = true;
  }
  const unknown = after["_unknownFields"];
  // The server keeps those that are left out.
  if (unknown !== undefined && toCanonicalText(unknown) !== toCanonicalText(before["_unknownFields"])) {
    isChanged = true;
    sent["_unknownFields"] = unknown;
  }
  return isChanged ? sent : undefined;
}

/** Returns the value to send for a field that `after` carries; undefined if it is unchanged. */
function pruneField(
  field: Field,
  before: Properties | undefined,
  after: Properties,
  mask: MaskNode | undefined,
): { readonly sent: unknown } | undefined {
  const value = readField(after, field);
  if (before === undefined) return { sent: value };
  const table = mergedTable(field);
  const old = readField(before, field);
  if (table === undefined) {
    return mask === undefined && toCanonicalText(old) === toCanonicalText(value)
      ? undefined
      : { sent: value };
  }
  // With a wildcard, the mask clears everything that is not sent: the structure is another one.
  if (mask?.any) return { sent: value };
  const changed = pruneStructure(table, old as Properties, value as Properties, mask);
  return changed && { sent: changed };
}
