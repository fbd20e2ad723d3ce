import type { Shape } from "../runtime/shape.js";
import type { SchemaReader } from "./schemas.js";

/** Follows the references of a shape. */
export function resolveShape(shape: Shape, schemas: SchemaReader): Shape {
  const seen = new Set<string>();
  let whole = shape;
  while (whole.ref !== undefined && whole.type === undefined && !seen.has(whole.ref)) {
    seen.add(whole.ref);
    whole = schemas.named.get(whole.ref)?.shape ?? {};
  }
  return whole;
}

/** Whether values are lists. */
export const isList = ({ type }: Shape): boolean => type === "array";

/** Whether values are objects with properties, which a server may report as missing. */
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

/** Whether values may be null. */
export function isNullable(shape: Shape, schemas: SchemaReader): boolean {
  const { type = [], enum: values = [], anyOf = [], oneOf = [] } = resolveShape(shape, schemas);
  const hasType = [type].flat().includes("null");
  return hasType || values.includes(null) || [...anyOf, ...oneOf].some((part) => part.type === "null");
}

/** The kinds of a value that are serialized differently. */
export type ValueKind = "plain" | "list" | "object";

/** Returns the kinds of values that a shape allows: all three if it does not restrict them. */
export function findValueKinds(shape: Shape, schemas: SchemaReader): ReadonlySet<ValueKind> {
  const every: ReadonlySet<ValueKind> = new Set(["plain", "list", "object"]);
  const seen = new Set<string>();
  const findKinds = (part: Shape): ReadonlySet<ValueKind> => {
    const limits = [
      ...(part.type === undefined ? [] : [new Set([part.type].flat().map(typeToKind))]),
      ...(part.enum === undefined ? [] : [new Set(part.enum.map(valueToKind))]),
      ...(part.allOf ?? []).map(findKinds),
      ...[part.anyOf, part.oneOf].flatMap((parts) =>
        parts ? [new Set(parts.flatMap((one) => [...findKinds(one)]))] : [],
      ),
    ];
    // Without a type, keywords for one kind of value imply that kind.
    if (part.type === undefined && part.properties) limits.push(new Set<ValueKind>(["object"]));
    if (part.type === undefined && part.items) limits.push(new Set<ValueKind>(["list"]));
    if (part.ref !== undefined && !seen.has(part.ref)) {
      seen.add(part.ref);
      limits.push(new Set(findKinds(schemas.named.get(part.ref)?.shape ?? {})));
    }
    return limits.reduce((all, one) => new Set([...all].filter((kind) => one.has(kind))), new Set(every));
  };
  return findKinds(shape);
}

function typeToKind(type: string): ValueKind {
  return type === "array" ? "list" : type === "object" ? "object" : "plain";
}

function valueToKind(value: unknown): ValueKind {
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "object" : "plain";
}

/** Returns a text that is the same for equal shapes and types. It is JSON, except that large integers are text. */
export function serializeShape(shape: object): string {
  return JSON.stringify(shape, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
