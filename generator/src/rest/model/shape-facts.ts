import type { Shape } from "../runtime/shape.js";
import type { SchemaReader } from "./schemas.js";

/** A shape behind the names that stand for it. */
export function resolveShape(shape: Shape, schemas: SchemaReader): Shape {
  const seen = new Set<string>();
  let whole = shape;
  while (whole.ref !== undefined && whole.type === undefined && !seen.has(whole.ref)) {
    seen.add(whole.ref);
    whole = schemas.named.get(whole.ref)?.shape ?? {};
  }
  return whole;
}

/** The value is a list. */
export const isList = ({ type }: Shape): boolean => type === "array";

/** The value is an object with properties: something that may be there or not. */
export function isResource(shape: Shape, schemas: SchemaReader): boolean {
  const seen = new Set<string>();
  const hasProperties = (part: Shape): boolean => {
    if (Object.keys(part.properties ?? {}).length > 0) return true;
    if ([part.allOf, part.anyOf, part.oneOf].some((parts) => parts?.some(hasProperties))) return true;
    if (part.ref === undefined || seen.has(part.ref)) return false;
    seen.add(part.ref);
    return hasProperties(schemas.named.get(part.ref)?.shape ?? {});
  };
  return hasProperties(shape);
}

/** The value may be null, by a type or an alternative. */
export function isNullable(shape: Shape, schemas: SchemaReader): boolean {
  const { type = [], enum: values = [], anyOf = [], oneOf = [] } = resolveShape(shape, schemas);
  const hasType = [type].flat().includes("null");
  return hasType || values.includes(null) || [...anyOf, ...oneOf].some((part) => part.type === "null");
}

/** The kinds of a value that are serialized differently. */
export type ValueKind = "plain" | "list" | "object";

/** All kinds of values that a shape allows; all three where it says nothing. */
export function listKinds(shape: Shape, schemas: SchemaReader): ReadonlySet<ValueKind> {
  const every: ReadonlySet<ValueKind> = new Set(["plain", "list", "object"]);
  const seen = new Set<string>();
  const ofShape = (part: Shape): ReadonlySet<ValueKind> => {
    const limits = [
      ...(part.type === undefined ? [] : [new Set([part.type].flat().map(kindOfType))]),
      ...(part.enum === undefined ? [] : [new Set(part.enum.map(kindOfValue))]),
      ...(part.allOf ?? []).map(ofShape),
      ...[part.anyOf, part.oneOf].flatMap((parts) =>
        parts ? [new Set(parts.flatMap((one) => [...ofShape(one)]))] : [],
      ),
    ];
    // Keywords that only one kind of value has are there for a reason.
    if (part.type === undefined && part.properties) limits.push(new Set<ValueKind>(["object"]));
    if (part.type === undefined && part.items) limits.push(new Set<ValueKind>(["list"]));
    if (part.ref !== undefined && !seen.has(part.ref)) {
      seen.add(part.ref);
      limits.push(new Set(ofShape(schemas.named.get(part.ref)?.shape ?? {})));
    }
    return limits.reduce((all, one) => new Set([...all].filter((kind) => one.has(kind))), new Set(every));
  };
  return ofShape(shape);
}

function kindOfType(type: string): ValueKind {
  return type === "array" ? "list" : type === "object" ? "object" : "plain";
}

function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "object" : "plain";
}
