import type { GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { isWellKnown, wellKnownJson } from "../sdk/well-known.js";
import { isJsonObject } from "../text/json-object.js";
import type { Change } from "./change.js";
import { MessageEditor } from "./message-editor.js";
import { requireOneMember } from "./oneof-conflict.js";

/** Creates a message from changes. @throws A UsageError if a name is unknown or a value has the wrong type. */
export async function makeMessage(
  service: Service,
  type: string,
  changes: readonly Change[],
): Promise<object> {
  const { codec } = service;
  await codec.load();
  requireOneMember(service, type, changes);
  if (isWellKnown(type)) return codec.fromJson(type, wellKnownJson(type, mergeValues(changes)));
  const message = codec.fromJson(type, {});
  const editor = new MessageEditor(service);
  for (const change of changes) editor.apply(type, message, change);
  return message;
}

/** Returns the fields that changes set, for types that have only one. */
function mergeValues(changes: readonly Change[]): { readonly [name: string]: GuideJson } {
  return Object.assign(
    {},
    ...changes.map(({ path: { steps }, value }) => {
      const [step] = steps;
      if (step) return "field" in step ? { [step.field.name]: value } : {};
      return isJsonObject(value) ? value : { value };
    }),
  ) as { readonly [name: string]: GuideJson };
}
