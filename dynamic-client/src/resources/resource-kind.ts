/**
 * Resources of any API as documents: their kinds, how they are found, created and changed, and their exported form.
 *
 * @module
 */
import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import type { IsServerManaged } from "../messages/server-managed.js";
import type { Service } from "../sdk/service.js";
import { kebabCase } from "../text/name-case.js";
import { WritableFields } from "./writable-fields.js";

/** A kind of resource: its type, and the methods that read and write it. */
export interface ResourceKind {
  readonly service: Service;
  /** Its name in documents: the words of its commands, such as `vpc/network`, with a noun if the service has several kinds. */
  readonly name: string;
  /** The noun in the names of its methods. Empty for a method that is named `get`. */
  readonly noun: string;
  /** The full name of its message. */
  readonly type: string;
  readonly get: GuideMethod;
  /** The Get by parent and name. Undefined if the API has none. */
  readonly getByName: GuideMethod | undefined;
  /** The method that lists all resources of a parent. */
  readonly list: GuideMethod | undefined;
  readonly create: GuideMethod | undefined;
  readonly update: GuideMethod | undefined;
  /** Whether resources are identified by their `name` (AIP-122), whatever the request of the Get calls it. */
  readonly isNamed: boolean;
  readonly isServerManaged: IsServerManaged;
  /** Returns the fields of a message that only requests have, apart from those that the message declares as INPUT_ONLY. */
  readonly requestFields: (type: string) => readonly GuideField[];
}

/** Returns the kinds of resources that a service manages, in the order of its Gets. */
export function resourceKinds(service: Service): readonly ResourceKind[] {
  const gets = service.guide.methods.filter((method) => isGet(service, method));
  return gets.map((get) => {
    const type = get.response?.type ?? "";
    const noun = kindNoun(get.word);
    const words = service.entry.words.replaceAll(" ", "/");
    const name = gets.length === 1 && words !== "" ? words : [words, noun].filter(Boolean).join("/");
    const { list, create, update } = service.isRest ? findRestOthers(service, get) : findOthers(service, get);
    const getByName = !service.isRest && gets.length === 1 ? service.methodByRole("getByName") : undefined;
    const bodies = [update, create].flatMap((method) => (method ? bodyType(service, type, method) : []));
    const writable = new WritableFields(service, type, bodies);
    return {
      service,
      name,
      noun,
      type,
      get,
      getByName,
      list,
      create,
      update,
      isNamed: !service.isRest && isNamed(service, get),
      isServerManaged: (one, field) => writable.isServerManaged(one, field),
      requestFields: (one) => writable.requestFields(one),
    };
  });
}

function isGet(service: Service, { word, kind, response, http, request }: GuideMethod): boolean {
  if (kind !== "unary" || !response || response.isList || !service.isDescribed(response)) return false;
  if (!service.isRest) return service.role(word) === "get";
  const hasPath = service.message(request).fields.some(({ place }) => place === "path");
  return http?.method === "GET" && hasPath && http.path.endsWith("}");
}

function isNamed(service: Service, { id, response }: GuideMethod): boolean {
  if (service.isNamedByName(response?.type)) return true;
  const names = service.message(response?.type).fields.map(({ name }) => name);
  // A Get may call the name of a topic `topic`.
  return (
    names.includes("name") && !["metadata", "id", id].some((one) => one !== undefined && names.includes(one))
  );
}

/** Returns the noun of a method: `book` for `get-book`, and nothing for `get`. */
function kindNoun(word: string): string {
  const at = word.indexOf("-");
  return at < 0 ? "" : word.slice(at + 1);
}

type Others = Pick<ResourceKind, "list" | "create" | "update">;

function findOthers(service: Service, get: GuideMethod): Others {
  return {
    list: service.guide.methods.find(
      ({ word, pages }) => service.role(word) === "list" && pages?.type === get.response?.type,
    ),
    create: service.guide.methods.find(
      ({ word }) => service.role(word) === "create" && kindNoun(word) === kindNoun(get.word),
    ),
    update: service.updates.find((one) => service.modifyHelper(one)?.get === get.word),
  };
}

/** Finds the methods of a REST resource by the paths of its GET (RFC 9110, section 9.3). */
function findRestOthers(service: Service, { http }: GuideMethod): Others {
  const find = (verb: string, path = ""): GuideMethod | undefined =>
    service.guide.methods.find(
      (one) => one.http?.method === verb && withoutNames(one.http.path) === withoutNames(path),
    );
  const put = find("PUT", http?.path);
  const collection = http?.path.replace(/\/[^/]*$/, "");
  const list = find("GET", collection);
  return {
    list: list?.pages || list?.response?.isList ? list : undefined,
    create: find("POST", collection) ?? put,
    update: find("PATCH", http?.path) ?? put,
  };
}

/** Returns a path in which the names of parameters do not matter. */
function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}").replace(/\/$/, "");
}

/** Returns the parameters of the path of a REST method, in their order. Methods of one resource may name them differently. */
export function pathParameters({ http }: GuideMethod): readonly string[] {
  return [...(http?.path.matchAll(/\{([^}]*)\}/g) ?? [])].map(([, name = ""]) => name);
}

/** Returns the field of a request that contains the whole resource. Undefined if the request has the fields of the resource. */
export function resourceField(
  { service, type }: Pick<ResourceKind, "service" | "type">,
  { request }: GuideMethod,
): GuideField | undefined {
  const { fields } = service.message(request);
  if (service.isRest) return fields.find(({ place }) => place === "body");
  return fields.find((field) => field.type === type && service.isStructure(field));
}

/** Returns the type with the writable fields of a resource in a request. Empty if the request takes any JSON. */
function bodyType(service: Service, type: string, method: GuideMethod): readonly string[] {
  const field = resourceField({ service, type }, method);
  if (!field) return [method.request];
  return service.isDescribed(field) ? [field.type ?? ""] : [];
}

/** Whether a field of a document has a name of a parameter, in any case: `courseNumber` for `course_number`. */
export function isSameName(one: string, other: string): boolean {
  return kebabCase(one) === kebabCase(other);
}
