import {
  findResource,
  identify,
  isJsonObject,
  type ResourceContent,
  type ResourceIdentity,
  type ResourceKind,
  resourceForms,
  resourceId,
  safeLine,
  textIn,
  UsageError,
} from "@stratus/dynamic-client";
import { atPlace } from "../input/at-place.js";
import { type ApplyContext, callOptions, openKind, referenceValue } from "./apply-context.js";
import { findKind, type FoundKind } from "./find-kind.js";
import type { ResourceDocument } from "./read-resources.js";
import { findReferences } from "./references.js";
import { findCycle } from "./schedule.js";

/** The resources that documents refer to. */
export interface ResolvedReferences {
  /** For each document, the indexes of the documents that it needs. */
  readonly dependencies: readonly (readonly number[])[];
  /** Returns the index of a document, or the text that stands for a resource on the server. */
  readonly resolve: (index: number, name: string) => number | string;
}

/**
 * Finds the resources that documents refer to, in the documents or on the server.
 *
 * @throws A UsageError for an unknown or ambiguous name, and for a cycle.
 */
export async function resolveReferences(
  apply: ApplyContext,
  documents: readonly ResourceDocument[],
): Promise<ResolvedReferences> {
  const targets = new Map<string, number | string>();
  const dependencies = documents.map((document, index) => parents(documents, document, index));
  const onServer: (() => Promise<void>)[] = [];
  for (const [index, document] of documents.entries())
    for (const name of await atPlace(document.place, () => findReferences(document.kind, document))) {
      const key = `${index} ${name}`;
      const found = await atPlace(document.place, () => findKind(apply.context.sdk, name));
      const target = await atPlace(document.place, () => findDocument(documents, document, found, name));
      if (target === undefined)
        onServer.push(async () => {
          targets.set(key, await atPlace(document.place, () => findOnServer(apply, document, found, name)));
        });
      else {
        targets.set(key, target);
        dependencies[index]?.push(target);
      }
    }
  refuseCycle(documents, dependencies);
  // Everything that needs no call is checked before the first one.
  for (const find of onServer) await find();
  return {
    dependencies,
    resolve: (index, name) => {
      const target = targets.get(`${index} ${name}`);
      if (target === undefined) throw new Error(`${name} was not resolved`);
      return target;
    },
  };
}

/** Returns the documents of the resources that contain another one by its name (AIP-122): `shelves/s` of `shelves/s/books/b`. */
function parents(
  documents: readonly ResourceDocument[],
  document: ResourceDocument,
  index: number,
): number[] {
  const name = resourceName(document);
  if (name === undefined) return [];
  return documents.flatMap((other, at) => {
    const parent = resourceName(other);
    return at !== index && parent !== undefined && name.startsWith(`${parent}/`) ? [at] : [];
  });
}

function resourceName({ kind, json }: ResourceDocument): string | undefined {
  return kind.isNamed ? resourceId(kind, json) : undefined;
}

function refuseCycle(
  documents: readonly ResourceDocument[],
  dependencies: readonly (readonly number[])[],
): void {
  const cycle = findCycle(dependencies);
  if (!cycle) return;
  const names = [...cycle, cycle[0] ?? 0].map((index) => documents[index]?.place ?? "");
  throw new UsageError(
    "FILE_INVALID",
    `these documents refer to each other in a cycle: ${names.join(" -> ")}`,
  );
}

/** Finds the document of a referenced resource. Undefined if it must be on the server. */
function findDocument(
  documents: readonly ResourceDocument[],
  from: ResourceDocument,
  { kind, rest }: FoundKind,
  name: string,
): number | undefined {
  if (rest === "")
    throw new UsageError(
      "FILE_INVALID",
      `the reference ${safeLine(name)} names no resource; write ${kind.name}/NAME`,
    );
  const named = documents.flatMap((document, index) =>
    isSameKind(document.kind, kind) && isNamed(document, rest) ? [{ document, index }] : [],
  );
  const parent = parentOf(from);
  const near = named.length > 1 ? named.filter(({ document }) => parentOf(document) === parent) : named;
  const [only, ...others] = near.length > 0 ? near : named;
  if (others.length === 0) return only?.index;
  const places = named.map(({ document }) => document.place).join(", ");
  throw new UsageError(
    "NAME_AMBIGUOUS",
    `${safeLine(name)} means several documents: ${places}; refer to one by its ID`,
  );
}

function isSameKind(one: ResourceKind, other: ResourceKind): boolean {
  return one.service.guide.name === other.service.guide.name && one.name === other.name;
}

function isNamed({ kind, json, path }: ResourceDocument, name: string): boolean {
  if (kind.service.isRest) return restName({ json, path }, kind) === name;
  const id = resourceId(kind, json);
  if (id === name || textIn(json, "name") === name) return true;
  return kind.isNamed && id?.endsWith(`/${name}`) === true;
}

function restName(content: ResourceContent, kind: ResourceKind): string | undefined {
  try {
    return identify(kind, content).key;
  } catch {
    return undefined;
  }
}

function parentOf({ json }: ResourceContent): string | undefined {
  const { metadata } = json;
  return isJsonObject(metadata) ? textIn(metadata, "parent_id") : undefined;
}

/** Finds a referenced resource on the server: by its ID or resource name, or by its name in the parent of the document. */
async function findOnServer(
  apply: ApplyContext,
  from: ResourceDocument,
  { kind, rest }: FoundKind,
  name: string,
): Promise<string> {
  const client = await openKind(apply, kind);
  for (const identity of identities(kind, rest, parentOf(from) ?? apply.context.settings.parentId)) {
    const resource = await findResource(kind, client, identity, callOptions(apply));
    const value = resource && referenceValue(kind, identity, resourceForms(kind, resource).full);
    if (value !== undefined) return value;
  }
  throw new UsageError(
    "NAME_UNKNOWN",
    `${safeLine(name)} is neither in these documents nor on the server; correct the reference, or add the document`,
  );
}

/** Returns the ways to find a resource by the name in a reference. */
function identities(
  kind: ResourceKind,
  name: string,
  parent: string | undefined,
): readonly ResourceIdentity[] {
  const { service, get, getByName } = kind;
  const fields = service.positionals(get);
  const parts = service.isRest ? name.split("/") : [name];
  if (parts.length !== fields.length) return [];
  const own = Object.fromEntries(
    fields.map((field, at) => {
      const part = parts[at] ?? "";
      return [field.name, /^(?:integer|number)$/.test(field.kind) ? Number(part) : part];
    }),
  );
  const byId: ResourceIdentity = { method: get, request: own, key: name, isAssigned: false };
  if (!getByName || parent === undefined) return [byId];
  const request = { parent_id: parent, name };
  return [{ method: getByName, request, key: name, isAssigned: false }, byId];
}
