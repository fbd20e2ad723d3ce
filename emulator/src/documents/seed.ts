import type { DescMessage, JsonObject, JsonValue, Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { isResource } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { assign } from "../messages/assign.js";
import { ensureMessage, readInteger, readMessage, readString } from "../messages/read.js";
import { JsonFault, readProtoJson } from "../messages/read-json.js";
import { findMissingRequired } from "../messages/required-fields.js";
import { setReadyStatus } from "../resources/ready-status.js";
import { readPath } from "../resources/resource-path.js";
import type { StoredResource } from "../resources/resource-store.js";
import { EmulatorError } from "../text/emulator-error.js";
import { errorText } from "../text/error-text.js";
import { kindKey } from "./export-resources.js";
import { readYaml, type YamlDocument } from "./read-yaml.js";
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
  readonly lineOf: YamlDocument["lineOf"];
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
  const parsed = await readYaml(text).catch((error: unknown) => {
    throw new EmulatorError("SEED_INVALID", errorText(error), { cause: error });
  });
  const found: SeedDocument[] = [];
  for (const [index, { value, lineOf }] of parsed.entries()) {
    const at = `document ${index + 1}`;
    if (value === null) continue;
    if (!isObject(value))
      throw new EmulatorError("SEED_INVALID", `${at}: it must be a resource with ${kindKey}`);
    const { [kindKey]: name, ...json } = value;
    rejectMarkers(json, at);
    found.push({ place: `${at} (${String(name)})`, type: kinds.find(name, at), json, lineOf });
  }
  return found;
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
  document: SeedDocument,
  nowMs: number,
  seeded: readonly StoredResource[],
): StoredResource {
  const { place, type } = document;
  const message = readResourceJson(cloud, document);
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

/** @throws EmulatorError with the line of the part that the message cannot have */
function readResourceJson({ api }: Cloud, { place, type, json, lineOf }: SeedDocument): Message {
  try {
    return readProtoJson(api, type, json);
  } catch (error) {
    const line = error instanceof JsonFault ? `line ${lineOf(error.path)}: ` : "";
    throw new EmulatorError("SEED_INVALID", `${place}: ${line}${errorText(error)}`, { cause: error });
  }
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
