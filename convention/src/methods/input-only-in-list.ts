/** Finds fields in lists that an Update without a mask cannot preserve (docs/conventions.md, "Fields"). */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { fieldBehaviors } from "./behavior.js";
import type { CustomOptions } from "../base/options.js";

/**
 * Finds the path of the first INPUT_ONLY field in the elements of a list, such as `spec.disks[].key`. No response shows its value,
 * and a server identifies elements by their position, so an Update of a resource that was read would lose the value or assign it
 * to another element. Skips the contents of OUTPUT_ONLY and INPUT_ONLY fields.
 */
export function findInputOnlyInList(message: DescMessage, options: CustomOptions): string | undefined {
  return search(message, { options, isInList: false, seen: new Set() });
}

interface Search {
  readonly options: CustomOptions;
  readonly isInList: boolean;
  /** The messages that were visited, because types can be recursive. */
  readonly seen: Set<DescMessage>;
}

function search(message: DescMessage, at: Search): string | undefined {
  if (at.seen.has(message)) return undefined;
  at.seen.add(message);
  for (const field of message.fields) {
    const behaviors = fieldBehaviors(field, at.options);
    if (behaviors.includes("OUTPUT_ONLY")) continue;
    if (behaviors.includes("INPUT_ONLY")) {
      if (at.isInList) return field.name;
      continue;
    }
    const found = searchField(field, at);
    if (found !== undefined) return `${field.name}${field.fieldKind === "message" ? "" : "[]"}.${found}`;
  }
  return undefined;
}

function searchField(field: DescField, at: Search): string | undefined {
  if (field.message === undefined) return undefined;
  const entersList = field.fieldKind === "list" && !at.isInList;
  return search(field.message, entersList ? { ...at, isInList: true, seen: new Set() } : at);
}
