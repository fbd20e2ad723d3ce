import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/**
 * The unknown fields of an element and of the messages in it. A copy by spread, `structuredClone` or immer has those of
 * the object that it was made from. A message that a program writes field by field has none.
 */
export interface UnknownSignature {
  /** The texts of unknown fields, by the path of their message, without indexes and keys. The element has the path "". */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The paths at which a message has no unknown fields. */
  readonly barePaths: ReadonlySet<string>;
}

/** Reads the signature of an element. Unknown fields in OUTPUT_ONLY fields do not count, because no client writes them. */
export function readSignature(table: MessageTable, element: Properties): UnknownSignature {
  const signature = { texts: new Map<string, string[]>(), barePaths: new Set<string>() };
  addSignature(table, element, "", signature);
  return signature;
}

function addSignature(
  table: MessageTable,
  message: Properties,
  path: string,
  signature: { readonly texts: Map<string, string[]>; readonly barePaths: Set<string> },
): void {
  const unknown = message["_unknownFields"];
  if (unknown === undefined) signature.barePaths.add(path);
  else signature.texts.set(path, [...(signature.texts.get(path) ?? []), toCanonicalText(unknown)]);
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    for (const [, one] of listMessages(message, field))
      addSignature(inside, one, `${path}.${field.name}`, signature);
  }
}

/** The text of the element's own unknown fields; undefined if it has none. */
export function ownUnknownText({ texts }: UnknownSignature): string | undefined {
  return texts.get("")?.[0];
}

/** Whether an element has a message without unknown fields where an old element has one with unknown fields. */
export function omitsUnknown({ barePaths }: UnknownSignature, old: UnknownSignature): boolean {
  return Array.from(old.texts.keys()).some((path) => barePaths.has(path));
}

/**
 * Whether an element lacks unknown fields of an old one that it otherwise equals: where a message had them, a message has
 * none, and none there has the same.
 */
export function dropsUnknown({ texts, barePaths }: UnknownSignature, old: UnknownSignature): boolean {
  return [...old.texts].some(
    ([path, all]) => barePaths.has(path) && all.some((text) => !texts.get(path)?.includes(text)),
  );
}
