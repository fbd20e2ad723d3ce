import type { Shape, Shapes } from "../../../generator/rest-runtime/shape.js";

/** A value that fits a shape, as small as it can be; undefined where none was found. */
export function sampleOf(shape: Shape, shapes: Shapes, depth = 0): unknown {
  if (depth > 12) return undefined;
  const inner = (part: Shape): unknown => sampleOf(part, shapes, depth + 1);
  if (shape.enum) return shape.enum[0];
  const parts = [
    ...(shape.ref === undefined ? [] : [shapes[shape.ref] ?? {}]),
    ...(shape.allOf ?? []),
    ...(shape.anyOf?.slice(0, 1) ?? []),
    ...(shape.oneOf?.slice(0, 1) ?? []),
  ];
  const values = parts.map(inner);
  const own = ownSample(shape, inner);
  const objects = [own, ...values].filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  if (objects.length > 0) return Object.assign({}, ...objects);
  return own ?? values.find((value) => value !== undefined) ?? null;
}

function ownSample(shape: Shape, inner: (part: Shape) => unknown): unknown {
  const type = [shape.type ?? (shape.properties || shape.required ? "object" : [])].flat()[0];
  switch (type) {
    case "string":
      return "x".repeat(Math.max(shape.minLength ?? 1, 1));
    case "integer":
    case "number":
      return shape.minimum ?? (shape.exclusiveMinimum === undefined ? 1 : shape.exclusiveMinimum + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Array.from({ length: shape.minItems ?? 1 }, () => inner(shape.items ?? {}));
    case "object":
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, inner(shape.properties?.[name] ?? {})]),
      );
    default:
      return undefined;
  }
}
