import { isExampleKeyword, isMapKeyword } from "../description-files.js";
import { isJsonObject, type Json, type JsonObject } from "../json.js";
import type { Pointer } from "../parsed-text.js";

/** Rewrites one schema, whose parts are rewritten already. Returns the same object for no change. */
export type RewriteSchema = (schema: JsonObject, pointer: () => Pointer) => JsonObject;

/** The kind of a value by its place: a schema, a map of schemas, a map of other values, or anything else. */
type Kind = "any" | "schema" | "schemas" | "names";

/** A place in a document as a linked list, because most are never needed. */
interface Place {
  readonly parent: Place | undefined;
  readonly name: string;
}

/** Returns a document with all schemas rewritten. Unchanged values remain the same objects. */
export function rewriteSchemas(root: JsonObject, rewrite: RewriteSchema): JsonObject {
  // YAML aliases and resolved references share objects.
  const known = new Map<Kind, Map<object, Json>>();
  const visit = (value: Json, kind: Kind, place: Place | undefined): Json => {
    if (typeof value !== "object" || value === null) return value;
    const memo = known.get(kind) ?? new Map<object, Json>();
    known.set(kind, memo);
    const found = memo.get(value);
    if (found !== undefined) return found;
    const copy = isJsonObject(value) ? visitMembers(value, kind, place) : visitItems(value, kind, place);
    const result = kind === "schema" && isJsonObject(copy) ? rewrite(copy, () => toPointer(place)) : copy;
    memo.set(value, result);
    return result;
  };
  const visitItems = (value: readonly Json[], kind: Kind, place: Place | undefined): Json => {
    // A list of parameters has no names.
    const below = kind === "names" ? "any" : kind;
    const items = value.map((item, index) => visit(item, below, { parent: place, name: String(index) }));
    return items.every((item, index) => item === value[index]) ? value : items;
  };
  const visitMembers = (value: JsonObject, kind: Kind, place: Place | undefined): Json => {
    let copy: Record<string, Json> | undefined;
    for (const name of Object.keys(value)) {
      const part = value[name] ?? null;
      const below = findChildKind(kind, name);
      const result = below ? visit(part, below, { parent: place, name }) : part;
      if (result !== part) (copy ??= { ...value })[name] = result;
    }
    return copy ?? value;
  };
  return visit(root, "any", undefined) as JsonObject;
}

/** The keywords of a schema whose values are not schemas. */
const otherKeywords = /^(default|enum|const|required|type|discriminator|xml|externalDocs|x-.*)$/;

/** Returns the kind of a member, or undefined if it contains no schemas. */
function findChildKind(kind: Kind, name: string): Kind | undefined {
  if (kind === "schemas") return "schema";
  if (kind === "names") return "any";
  if (isExampleKeyword(name)) return undefined;
  if (kind === "schema")
    return otherKeywords.test(name) ? undefined : isMapKeyword(name) ? "schemas" : "schema";
  if (name === "schemas" || name === "definitions") return "schemas";
  if (name === "schema" || name === "itemSchema") return "schema";
  return isMapKeyword(name) ? "names" : "any";
}

function toPointer(place: Place | undefined): Pointer {
  const steps: string[] = [];
  for (let part = place; part; part = part.parent) steps.push(part.name);
  return steps.toReversed();
}
