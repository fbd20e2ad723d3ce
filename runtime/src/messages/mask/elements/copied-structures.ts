import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { findMissingInputOnly } from "../fields/input-only.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { collectEvidence } from "./element-evidence.js";
import { isVisiblyEmpty } from "./element-features.js";
import type { KnownOrigins, MessageChange } from "./known-origins.js";
import { matchElements } from "./match-elements.js";
import { omitsUnknown, readSignature } from "./unknown-signature.js";

/** A message as it was, and the new value at its place. */
interface StructureChange {
  readonly table: MessageTable;
  readonly old: Properties;
  readonly now: Properties;
}

/** Finds the old message elsewhere that a new structure may be a copy of, by its path. */
export type FindCopySource = (structure: StructureChange) => readonly string[] | undefined;

/**
 * Returns a function that finds the old message elsewhere which the new structure of a field, or under the key of a map,
 * may be a copy of. The two are equal, or have equal keys, and the old structure at the place is different. The function yields undefined if the old
 * structure hides nothing that a server could keep beside the values of the copy. Compares on first use.
 */
export function createCopySourceSearch({
  table,
  before,
}: Pick<MessageChange, "table" | "before">): FindCopySource {
  let paths: ReadonlyMap<string, readonly string[]> | undefined;
  return ({ table: type, old, now }) => {
    const isHidden =
      findMissingInputOnly(type, now) ?? omitsUnknown(readSignature(type, now), readSignature(type, old));
    if (!isHidden) return undefined;
    const ownTexts = new Set(listTexts(type, old));
    // Messages of generated code are plain objects.
    paths ??= collectPaths(table, before as Properties);
    for (const text of listTexts(type, now))
      if (!ownTexts.has(text) && paths.has(text)) return paths.get(text);
    return undefined;
  };
}

/** Lists the texts that a message has in common with a copy of it: the whole of it, and its key. */
function listTexts(table: MessageTable, message: Properties): readonly string[] {
  const { features, key } = collectEvidence(table, message);
  return [
    ...(isVisiblyEmpty(features) ? [] : [`${table.typeName} ${toCanonicalText(message)}`]),
    ...(key === undefined ? [] : [`${table.typeName} key ${key}`]),
  ];
}

function collectPaths(table: MessageTable, message: Properties): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  visitMessages({ table, message, path: [] }, (one) => {
    for (const text of listTexts(one.table, one.message)) if (!paths.has(text)) paths.set(text, one.path);
  });
  return paths;
}

/**
 * Adds the origins of new structures in single fields and under keys of maps that have the unknown fields of an old message elsewhere, and not
 * those of the old structure at their place. Spread, `structuredClone` and immer copy unknown fields, so such a structure
 * is the other message, as if the program had moved that object.
 */
export function addCopiedStructures(change: MessageChange<Properties>): KnownOrigins {
  const sources = new Map<string | undefined, Properties>();
  visitMessages({ table: change.table, message: change.before, path: [] }, ({ table, message }) => {
    const text = unknownText(table, message);
    if (text !== undefined) sources.set(text, message);
  });
  if (sources.size === 0) return change.knownOrigins;
  const origins = new Map(change.knownOrigins);
  addOrigins({ ...change, knownOrigins: origins }, { sources, origins });
  return origins;
}

function addOrigins(
  change: MessageChange<Properties>,
  found: {
    readonly sources: ReadonlyMap<string | undefined, Properties>;
    readonly origins: Map<object, object>;
  },
): void {
  const { before, after, knownOrigins } = change;
  for (const field of change.table.fields) {
    const table = structureTable(field.shape.type);
    if (table === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const visit = (old: Properties, now: Properties): void =>
      addOrigins({ table, before: old, after: now, knownOrigins }, found);
    if (field.shape.kind === "list") {
      for (const { element, origin, previous, isUnmoved } of matchElements(field, { ...change, table })) {
        const old = origin ?? (isUnmoved ? previous : undefined);
        if (old) visit(old, element);
      }
      continue;
    }
    const oldMessages = new Map(listMessages(before, field));
    for (const [key, now] of listMessages(after, field)) {
      const old = oldMessages.get(key);
      if (!old || (knownOrigins.get(now) ?? old) !== old) continue;
      const text = unknownText(table, now);
      const source = text === unknownText(table, old) ? undefined : found.sources.get(text);
      if (source && !knownOrigins.has(now)) found.origins.set(now, source);
      else visit(old, now);
    }
  }
}

function unknownText({ typeName }: MessageTable, message: Properties): string | undefined {
  const unknown = message["_unknownFields"];
  return unknown === undefined ? undefined : `${typeName} ${toCanonicalText(unknown)}`;
}

/** A message in an old value. */
interface OldMessage {
  readonly table: MessageTable;
  readonly message: Properties;
  readonly path: readonly string[];
}

function visitMessages({ table, message, path }: OldMessage, visit: (one: OldMessage) => void): void {
  visit({ table, message, path });
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined) continue;
    for (const [key, one] of listMessages(message, field)) {
      const place = [...path, field.name, ...(key === undefined ? [] : [key])];
      visitMessages({ table: inside, message: one, path: place }, visit);
    }
  }
}
