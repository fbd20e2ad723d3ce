import { MessageEditor } from "../messages/message-editor.js";
import { requireOneMember } from "../messages/oneof-conflict.js";
import { refuseInputLoss } from "../messages/refuse-input-loss.js";
import { hide, type RetainedValue, type ShownMessage } from "../messages/shown-message.js";
import { comparablePart, type ComparablePart } from "./comparable-part.js";
import type { ResourceKind } from "./resource-kind.js";
import type { ResourceForms } from "./resource-changes.js";
import type { JsonObject } from "../text/json-object.js";

/** How a document is applied. */
export interface ApplyOptions {
  /** The source of the document, for errors. */
  readonly from: string;
  /** Whether the document is the whole resource, so that fields that it omits are cleared. */
  readonly isWhole: boolean;
  /** Whether INPUT_ONLY values are sent, although nothing tells whether they differ. */
  readonly sendsInputOnly: boolean;
}

/** The effect of a document on a resource. */
export interface AppliedDocument extends Pick<ComparablePart, "differences" | "inputOnly"> {
  readonly before: ResourceForms;
  readonly after: ResourceForms;
  /** The fields that the whole document clears by omitting them. */
  readonly cleared: readonly string[];
  /** The values that no document shows, and that are removed with the elements that contain them. */
  readonly removed: readonly RetainedValue[];
}

/** Returns the shown form of a resource in which each marker carries the digest of its list, as `export` writes it. */
export function hideExported(kind: ResourceKind, resource: object): ShownMessage {
  const { isServerManaged } = kind;
  return hide(kind.service, kind.type, resource, {
    isServerManaged,
    omitServerManaged: true,
    hasDigests: true,
  });
}

/** Returns the JSON of a resource with its secrets, and as people may see it. */
export function resourceForms({ service, type }: ResourceKind, resource: object): ResourceForms {
  const form = { kind: "message", type } as const;
  return {
    full: service.codec.toJson(form, resource, true),
    shown: service.codec.toJson(form, resource),
  };
}

/**
 * Changes a resource to what a document asks for: an omitted field stays, `null` clears a field, a list is the whole list,
 * and a map changes only its own keys. Fields that only the server writes are compared and stay.
 *
 * @throws A UsageError if the document has an unknown name, a wrong value, or a list that would lose values.
 */
export function applyDocument(
  kind: ResourceKind,
  resource: object,
  json: JsonObject,
  { from, isWhole, sendsInputOnly }: ApplyOptions,
): AppliedDocument {
  const { service, type } = kind;
  const before = resourceForms(kind, resource);
  const shown = hideExported(kind, resource);
  const part = comparablePart(kind, json, before.full, sendsInputOnly);
  const change = { path: { steps: [] }, value: part.json, from, isWhole };
  requireOneMember(service, type, [change]);
  const editor = new MessageEditor(service, shown, { sendsInputOnly });
  editor.apply(type, resource, change);
  const loss = { before: before.full, shown, isWhole };
  const lost = kind.update?.fieldMask === undefined ? [] : refuseInputLoss(service, type, resource, loss);
  return {
    before,
    after: resourceForms(kind, resource),
    cleared: [...editor.cleared, ...lost],
    removed: editor.removed(type, resource),
    differences: part.differences,
    inputOnly: part.inputOnly,
  };
}
