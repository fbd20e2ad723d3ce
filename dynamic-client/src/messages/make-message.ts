import type { GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { isWellKnown, wellKnownJson } from "../sdk/well-known.js";
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
  if (isWellKnown(type)) return codec.fromJson(type, wellKnownJson(type, lastValues(changes)));
  const message = codec.fromJson(type, {});
  const editor = new MessageEditor(service);
  for (const change of changes) editor.apply(type, message, change);
  return message;
}

/** Returns the last document, and the last value of a flag. */
function lastValues(changes: readonly Change[]): Parameters<typeof wellKnownJson>[1] {
  const last = (isDocument: boolean): GuideJson | undefined =>
    changes.findLast(({ path }) => (path.steps.length === 0) === isDocument)?.value;
  return { document: last(true), value: last(false) };
}
