import { clone, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../descriptors/custom-options.js";

/** The resource as responses show it: without its INPUT_ONLY fields. */
export function visible(desc: DescMessage, message: Message, options: CustomOptions): Message {
  if (!hasInputOnly(desc, options, new Set())) return message;
  const copy = clone(desc, message);
  clear(reflect(desc, copy), options);
  return copy;
}

function hasInputOnly(desc: DescMessage, options: CustomOptions, seen: Set<DescMessage>): boolean {
  if (seen.has(desc)) return false;
  seen.add(desc);
  return desc.fields.some(
    (field) =>
      options.fieldBehaviors(field).has("INPUT_ONLY") ||
      (field.message !== undefined && hasInputOnly(field.message, options, seen)),
  );
}

function clear(message: ReflectMessage, options: CustomOptions): void {
  for (const field of message.fields) {
    if (!message.isSet(field)) continue;
    if (options.fieldBehaviors(field).has("INPUT_ONLY")) message.clear(field);
    else if (field.fieldKind === "message") clear(message.get(field), options);
    else if (field.fieldKind === "list" && field.listKind === "message") {
      for (const item of message.get(field) as Iterable<ReflectMessage>) clear(item, options);
    } else if (field.fieldKind === "map" && field.mapKind === "message") {
      for (const item of message.get(field).values() as Iterable<ReflectMessage>) clear(item, options);
    }
  }
}
