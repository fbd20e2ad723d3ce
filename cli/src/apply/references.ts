import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import {
  findField,
  isJsonObject,
  type ResourceContent,
  type ResourceKind,
  type Service,
  UsageError,
} from "@stratus/dynamic-client";

/** The only member of an object that stands for the ID of another resource. */
const referenceKey = "$ref";

/** Replaces references in a document. */
export type Replace = (name: string) => string;

/**
 * Replaces `{ $ref: vpc/network/NAME }` in the strings of a document, and in the parameters of its path.
 *
 * @throws A UsageError if a reference is where no string can be.
 */
export function replaceReferences(
  kind: ResourceKind,
  { json, path }: ResourceContent,
  replace: Replace,
): ResourceContent {
  const walk = new References(kind.service, replace);
  const parameters = Object.entries(path).map(([name, value]) => [name, walk.text(value, name)] as const);
  return { json: walk.message(kind.type, json, ""), path: Object.fromEntries(parameters) };
}

/** Returns the names of the references in a document. */
export function findReferences(kind: ResourceKind, content: ResourceContent): readonly string[] {
  const names: string[] = [];
  replaceReferences(kind, content, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

class References {
  readonly #service: Service;
  readonly #replace: Replace;

  constructor(service: Service, replace: Replace) {
    this.#service = service;
    this.#replace = replace;
  }

  message(type: string, json: ResourceContent["json"], place: string): ResourceContent["json"] {
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        const field = findField(this.#service, type, name);
        return [name, field ? this.#field(field, value, `${place}${name}`) : value];
      }),
    );
  }

  text(value: GuideJson, place: string): GuideJson {
    if (!isJsonObject(value) || !Object.hasOwn(value, referenceKey)) return value;
    const { [referenceKey]: name, ...others } = value;
    if (typeof name !== "string" || Object.keys(others).length > 0)
      throw new UsageError(
        "FILE_INVALID",
        `${place}: a reference is { ${referenceKey}: KIND/NAME } without other members`,
      );
    return this.#replace(name);
  }

  #field(field: GuideField, value: GuideJson, place: string): GuideJson {
    if (Array.isArray(value)) {
      const one = { ...field, isList: undefined };
      return (value as readonly GuideJson[]).map((inner, at) => this.#field(one, inner, `${place}.${at}`));
    }
    if (!isJsonObject(value)) return value;
    if (field.mapKey !== undefined) {
      const one = { ...field, mapKey: undefined };
      const entries = Object.entries(value);
      return Object.fromEntries(
        entries.map(([key, inner]) => [key, this.#field(one, inner, `${place}.${key}`)]),
      );
    }
    if (this.#service.isDescribed(field)) {
      const isReference =
        Object.hasOwn(value, referenceKey) && !findField(this.#service, field.type ?? "", referenceKey);
      if (isReference) throw misplaced(place);
      return this.message(field.type ?? "", value, `${place}.`);
    }
    if (field.kind === "string" || field.type === "google.protobuf.StringValue")
      return this.text(value, place);
    // Values of any form may have a member of this name.
    if (field.kind === "json" || field.kind === "message") return value;
    if (Object.hasOwn(value, referenceKey)) throw misplaced(place);
    return value;
  }
}

function misplaced(place: string): UsageError {
  return new UsageError(
    "FILE_INVALID",
    `${place} is not a string, and a reference stands for the ID of a resource, which is one`,
  );
}
