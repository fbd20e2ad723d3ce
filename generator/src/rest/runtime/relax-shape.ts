import { describeKind } from "./value-kind.js";
import type { Shape, Shapes } from "./shape.js";

const relaxed = new WeakMap<Shapes, Shapes>();

/** Returns named shapes without limits: see `relaxShape`. */
export function relaxShapes(shapes: Shapes): Shapes {
  const known = relaxed.get(shapes) ?? relaxEach(shapes);
  relaxed.set(shapes, known);
  return known;
}

/**
 * Returns a shape that has the JSON types and the required properties of another one, and none of its other limits:
 * no `enum`, `pattern`, `multipleOf` or bounds. The shapes that it refers to keep theirs.
 */
export function relaxShape(shape: Shape): Shape {
  const { ref, type, items, prefixItems, properties, required, allOf = [] } = shape;
  const { additionalProperties, patternProperties } = shape;
  const types = type ?? (shape.enum && [...new Set(shape.enum.map(describeKind))]);
  const all = allOf.map(relaxShape);
  // Several alternatives may differ in their limits alone.
  // @if alternatives
  for (const choices of [shape.anyOf, shape.oneOf]) if (choices) all.push({ anyOf: choices.map(relaxShape) });
  return {
    ...(ref !== undefined && { ref }),
    ...(types && { type: types }),
    ...(required && { required }),
    ...(items && { items: relaxShape(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(relaxShape) }),
    ...(properties && { properties: relaxEach(properties) }),
    ...(patternProperties && { patternProperties: relaxEach(patternProperties) }),
    ...(additionalProperties && { additionalProperties: relaxShape(additionalProperties) }),
    ...(all.length > 0 && { allOf: all }),
  };
}

function relaxEach(shapes: Shapes): Shapes {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, relaxShape(shape)]));
}
