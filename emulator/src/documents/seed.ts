import {
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Message,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { isResource } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { assign } from "../messages/assign.js";
import { ensureMessage, readInteger, readMessage, readString } from "../messages/read.js";
import { findMissingRequired } from "../messages/required-fields.js";
import { setReadyStatus } from "../resources/ready-status.js";
import { readPath } from "../resources/resource-path.js";
import type { StoredResource } from "../resources/resource-store.js";
import { EmulatorError } from "../text/emulator-error.js";
import { explained } from "../text/error-text.js";
import { kindKey } from "./export-resources.js";
import type { ResourceKinds } from "../descriptors/resource-kinds.js";

/** The resources of a seed. */
export interface SeedResult {
  /** The number of resources that did not exist. */
  readonly created: number;
  /** The number of resources that were replaced. */
  readonly replaced: number;
}

/** A document of a seed: the place for errors, its kind, and its resource in proto3 JSON. */
interface SeedDocument {
  readonly place: string;
  readonly type: DescMessage;
  readonly json: JsonObject;
}

/**
 * Adds the resources of YAML documents, or replaces those with their identifiers, all or none. A document is what `export` and
 * the command line's `get -o yaml` write, with `$resource: compute/instance`. The emulator adds what is missing of an identifier,
 * a version, times and a usable status.
 *
 * @throws EmulatorError that names the document and what is wrong with it
 */
export async function seedResources(cloud: Cloud, kinds: ResourceKinds, yaml: string): Promise<SeedResult> {
  const documents = await parseDocuments(kinds, yaml);
  const nowMs = cloud.now();
  const seeded: StoredResource[] = [];
  for (const document of documents) {
    const resource = readResource(cloud, document, nowMs, seeded);
    if (seeded.some(({ typeName, id }) => typeName === resource.typeName && id === resource.id))
      throw new EmulatorError(
        "SEED_INVALID",
        `${document.place}: an earlier document has the same identifier ${JSON.stringify(resource.id)}`,
      );
    seeded.push(resource);
  }
  const created = seeded.filter(({ typeName, id }) => cloud.resources.get(typeName, id) === undefined).length;
  for (const resource of seeded)
    cloud.apply({ kind: "put", resource }, { method: "seed", account: "", atMs: nowMs });
  return { created, replaced: seeded.length - created };
}

async function parseDocuments(kinds: ResourceKinds, text: string): Promise<SeedDocument[]> {
  const { parseAllDocuments } = await import("yaml");
  const parsed = parseAllDocuments(text, { schema: "core", intAsBigInt: true });
  const found: SeedDocument[] = [];
  for (const [index, document] of ("empty" in parsed ? [] : parsed).entries()) {
    const at = `document ${index + 1}`;
    const [error] = document.errors;
    if (error !== undefined)
      throw new EmulatorError("SEED_INVALID", `${at}: ${error.message.replace(/:?\n.*$/s, "")}`);
    const value = toPlain(document.toJS({ maxAliasCount: 10 }));
    if (value === null) continue;
    if (!isObject(value))
      throw new EmulatorError("SEED_INVALID", `${at}: it must be a resource with ${kindKey}`);
    const { [kindKey]: name, ...json } = value;
    rejectMarkers(json, at);
    found.push({ place: `${at} (${String(name)})`, type: kinds.find(name, at), json });
  }
  return found;
}

/** Converts integers that a number cannot hold to strings, which proto3 JSON accepts. */
function toPlain(value: unknown): JsonValue {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]));
}

/** A marker stands for a value that `get` and `export` of the command line do not show. */
function rejectMarkers(value: JsonValue, place: string): void {
  if (typeof value === "string" && /^\[hidden(?: [\w ]+)?\]$/.test(value))
    throw new EmulatorError(
      "SEED_INVALID",
      `${place}: ${value} stands for a value that was not shown; write a value, or leave the field out`,
    );
  if (typeof value === "object" && value !== null)
    for (const one of Object.values(value)) rejectMarkers(one, place);
}

function readResource(
  cloud: Cloud,
  { place, type, json }: SeedDocument,
  nowMs: number,
  seeded: readonly StoredResource[],
): StoredResource {
  const { registry } = cloud.api;
  const message = explained("SEED_INVALID", place, () => fromJson(type, json, { registry }));
  const identity = isResource(type)
    ? completeResource(cloud, type, message, nowMs)
    : identifyNamed(cloud, type, message, place);
  const missing = findMissingRequired(reflect(type, message));
  if (missing !== undefined)
    throw new EmulatorError("SEED_INVALID", `${place}: the required field ${missing} is missing`);
  const { name, parentId, id } = identity;
  const holder =
    name === "" || !cloud.api.uniqueNames.has(type.typeName)
      ? undefined
      : (seeded.find(
          (one) => one.typeName === type.typeName && one.parentId === parentId && one.name === name,
        ) ?? cloud.resources.getByName(type.typeName, parentId, name));
  if (holder !== undefined && holder.id !== id)
    throw new EmulatorError(
      "SEED_INVALID",
      `${place}: ${JSON.stringify(holder.id)} has the name ${JSON.stringify(name)} in ${JSON.stringify(parentId)} already`,
    );
  const sequence = cloud.resources.get(type.typeName, id)?.sequence ?? cloud.nextSequence();
  return { typeName: type.typeName, ...identity, sequence, message };
}

type Identity = Pick<StoredResource, "id" | "parentId" | "name">;

/** Completes a resource of the convention. A document without an identifier is the resource with its name, or a new one. */
function completeResource(cloud: Cloud, type: DescMessage, message: Message, nowMs: number): Identity {
  const resource = reflect(type, message);
  const metadata = ensureMessage(resource, "metadata");
  const [parentId, name] = [readString(metadata, "parent_id"), readString(metadata, "name")];
  const known = name === "" ? undefined : cloud.resources.getByName(type.typeName, parentId, name)?.id;
  const id = readString(metadata, "id") || known || cloud.newId(type.name);
  const now = new Date(nowMs);
  assign(metadata, {
    id,
    ...(readInteger(metadata, "resource_version") === 0n ? { resource_version: 1n } : {}),
    ...(readMessage(metadata, "created_at") === undefined ? { created_at: now } : {}),
    ...(readMessage(metadata, "updated_at") === undefined ? { updated_at: now } : {}),
  });
  if (readMessage(resource, "status") === undefined) setReadyStatus(resource);
  return { id, parentId, name };
}

/** Reads the name of a resource of AIP. */
function identifyNamed({ aip }: Cloud, type: DescMessage, message: Message, place: string): Identity {
  const annotated = aip.resources.get(type.typeName);
  const id = readString(reflect(type, message), annotated?.nameField ?? "name");
  const path = annotated && readPath(annotated, id);
  if (path === undefined) {
    const patterns = annotated?.patterns.join(", ") ?? "";
    throw new EmulatorError(
      "SEED_INVALID",
      `${place}: its name ${JSON.stringify(id)} must be one of ${patterns}`,
    );
  }
  return { id, parentId: path.parent, name: "" };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
