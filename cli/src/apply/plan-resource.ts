import type { GuideJson } from "@stratus/runtime/guide";
import {
  applyDocument,
  type AppliedDocument,
  createRequest,
  findResource,
  identify,
  makeMessage,
  type Preview,
  requireMutable,
  type ResourceContent,
  resourceDifferences,
  resourceForms,
  type ResourceForms,
  type ResourceIdentity,
  type ResourceKind,
  updateRequest,
} from "@stratus/dynamic-client";
import { describeNotes, missingResource } from "./plan-notes.js";
import { checkRequest, checkUpdate } from "../command/dry-run.js";
import { describeRemoval } from "../command/removals.js";
import {
  type ApplyContext,
  callOptions,
  isWhole,
  modifyOptions,
  openKind,
  referenceValue,
  sendsInputOnly,
  toCommand,
} from "./apply-context.js";

/** Stands for the ID of a resource that does not exist yet. */
export const unknownValue = "(known after create)";

/** A document whose references are replaced, as far as they are known. */
export interface ResourceTarget {
  readonly kind: ResourceKind;
  readonly content: ResourceContent;
  /** The source of the document, for errors. */
  readonly place: string;
}

/** The change that makes the server have what a document says. */
export type ResourcePlan = {
  /** How the resource is found. Undefined if that depends on a resource that does not exist yet. */
  readonly identity: ResourceIdentity | undefined;
  /** Tells plans apart. It contains secrets, so it must not be printed. */
  readonly fingerprint: string;
  /** Facts for people, apart from the changes. */
  readonly notes: readonly string[];
  /** The text that stands for the resource in references. Undefined until it is created. */
  readonly id: string | undefined;
} & (CreatePlan | ChangePlan | { readonly action: "unchanged" });

/** A resource to create. */
export interface CreatePlan {
  readonly action: "create";
  readonly request: object;
  /** The request as people may see it. */
  readonly shown: GuideJson;
}

/** A resource to change. */
export interface ChangePlan {
  readonly action: "change";
  readonly before: ResourceForms;
  readonly after: ResourceForms;
  /** Descriptions of values that are cleared or removed although the document does not name them. */
  readonly removals: readonly string[];
  /** The request of an Update without a read-modify-write helper. */
  readonly request: object | undefined;
}

/** Finds the resource of a document, and plans how to create or change it. Nothing is sent. */
export async function planResource(apply: ApplyContext, target: ResourceTarget): Promise<ResourcePlan> {
  const { kind, content } = target;
  const identity = identify(kind, content, apply.context.settings.parentId);
  if (isUnknown(identity.request)) return planCreate(apply, target, undefined);
  const client = await openKind(apply, kind);
  const resource = await findResource(kind, client, identity, callOptions(apply));
  if (resource === undefined) return planCreate(apply, target, identity);
  return planChange(apply, { ...target, identity, resource });
}

/** Whether JSON contains the ID of a resource that does not exist yet. */
export function isUnknown(json: unknown): boolean {
  return JSON.stringify(json).includes(unknownJson);
}

/** The whole text of a value that is not known, in JSON. */
export const unknownJson = JSON.stringify(unknownValue);

/** Plans the change of a resource with a known ID, which the document may not have. Undefined if there is none. */
export async function planById(
  apply: ApplyContext,
  target: ResourceTarget,
  id: string,
): Promise<ResourcePlan | undefined> {
  const { kind } = target;
  const [field] = kind.service.positionals(kind.get);
  const request = { [field?.name ?? "id"]: id };
  const identity = { method: kind.get, request, key: id, isAssigned: true };
  const client = await openKind(apply, kind);
  const resource = await findResource(kind, client, identity, callOptions(apply));
  return resource && planChange(apply, { ...target, identity, resource });
}

async function planCreate(
  apply: ApplyContext,
  { kind, content, place }: ResourceTarget,
  identity: ResourceIdentity | undefined,
): Promise<ResourcePlan> {
  if (identity?.isAssigned) throw missingResource(kind, identity);
  const json = createRequest(kind, content);
  const { service, create } = kind;
  if (!create) throw new Error("the request of a Create needs one");
  const request = await makeMessage(service, create.request, [
    { path: { steps: [] }, value: json, from: place },
  ]);
  if (!isUnknown(json)) await checkRequest(toCommand(apply, kind, create), request, {});
  const form = { kind: "message", type: create.request } as const;
  const full = service.codec.toJson(form, request, true);
  const shown = service.codec.show(form, request);
  const isKnown = identity !== undefined && (service.isRest || kind.isNamed);
  return {
    action: "create",
    identity,
    request,
    shown,
    fingerprint: `create ${JSON.stringify(full)}`,
    notes: [],
    id: isKnown ? referenceValue(kind, identity, content.json) : undefined,
  };
}

/** A resource that exists. */
interface ExistingResource extends ResourceTarget {
  readonly identity: ResourceIdentity;
  readonly resource: object;
}

async function planChange(apply: ApplyContext, existing: ExistingResource): Promise<ResourcePlan> {
  const { kind, identity, resource } = existing;
  const id = referenceValue(kind, identity, resourceForms(kind, resource).full);
  const modify = kind.update && kind.service.modifyHelper(kind.update);
  const planned =
    modify && id !== undefined ? await preview(apply, existing, id) : await compare(apply, existing);
  const { applied } = planned;
  const notes = describeNotes(applied, sendsInputOnly(apply));
  if (planned.isUnchanged) return { action: "unchanged", identity, fingerprint: "unchanged", notes, id };
  const removals = [
    ...applied.removed.map((one) => `removes ${describeRemoval(one)}`),
    ...applied.cleared.map((path) => `clears ${path}`),
  ];
  const { before, after, request } = planned;
  return {
    action: "change",
    identity,
    before,
    after,
    removals,
    request,
    fingerprint: fingerprint(applied),
    notes,
    id,
  };
}

/** The change of a resource, before anything is sent. */
interface PlannedChange {
  readonly applied: AppliedDocument;
  readonly isUnchanged: boolean;
  readonly before: ResourceForms;
  readonly after: ResourceForms;
  readonly request: object | undefined;
}

/** Plans a change by the read-modify-write helper of the client. */
async function preview(apply: ApplyContext, target: ResourceTarget, id: string): Promise<PlannedChange> {
  const { kind } = target;
  const { service, get, update } = kind;
  const modify = update && service.modifyHelper(update);
  if (!modify) throw new Error("the kind has a helper");
  const client = await openKind(apply, kind);
  let applied: AppliedDocument | undefined;
  const change = (resource: object): void => {
    applied = applyTo(apply, target, resource);
    requireMutable(kind, resourceDifferences(applied.before, applied.after));
  };
  const request = getRequest(kind, id);
  const made = (await client.helper(modify.preview)(request, change, modifyOptions(apply))) as Preview;
  if (!applied) throw new Error(`${get.rpc} returned nothing to change`);
  if (!isUnknown(target.content)) await checkUpdate(toCommand(apply, kind, update), made, {});
  const [before, after] = [made.before, made.after].map((one) => resourceForms(kind, one));
  const { isUnchanged } = made;
  return {
    applied,
    isUnchanged,
    before: before ?? applied.before,
    after: after ?? applied.after,
    request: undefined,
  };
}

/** Returns the request that reads a resource by its ID. */
export function getRequest({ service, get }: ResourceKind, id: string): object {
  const [field] = service.positionals(get);
  return service.codec.fromJson(get.request, { [field?.name ?? "id"]: id });
}

/** Applies the document to a resource that was read. */
export function applyTo(
  apply: ApplyContext,
  { kind, content, place }: ResourceTarget,
  resource: object,
): AppliedDocument {
  return applyDocument(kind, resource, content.json, {
    from: place,
    isWhole: isWhole(apply),
    sendsInputOnly: sendsInputOnly(apply),
  });
}

/** Plans a change for an API without a read-modify-write helper. */
async function compare(apply: ApplyContext, existing: ExistingResource): Promise<PlannedChange> {
  const { kind, identity, resource, content } = existing;
  const { service, update } = kind;
  const applied = applyTo(apply, existing, resource);
  const { before, after } = applied;
  const differences = resourceDifferences(before, after);
  const hasInputOnly = service.isRest && sendsInputOnly(apply) && applied.inputOnly.length > 0;
  const isUnchanged = differences.length === 0 && !hasInputOnly;
  if (isUnchanged) return { applied, isUnchanged, before, after, request: undefined };
  requireMutable(kind, differences);
  const json = updateRequest(kind, identity, applied, sendsInputOnly(apply));
  const request = service.codec.fromJson(update?.request ?? "", json);
  if (update && !isUnknown(content)) await checkRequest(toCommand(apply, kind, update), request, {});
  return { applied, isUnchanged, before, after, request };
}

/** Returns a text that is the same for two changes that do the same. */
export function fingerprint({ before, after, cleared, removed, inputOnly }: AppliedDocument): string {
  const values = resourceDifferences(before, after).map(({ path, full }) => [path, full.from, full.to]);
  return `change ${JSON.stringify([values, cleared, removed.map(({ path }) => path), inputOnly])}`;
}
