/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/relax-shape.ts of protoc-gen-stratus. DO NOT EDIT. */
import { describeKind } from "./issues.js";
import type { Shape, Shapes } from "./shape.js";

/** The number of levels of a shape below which every value passes. */
const maxDepth = 20;

/**
 * Returns a shape that has the JSON types and the required properties of another one, and none of its other limits:
 * no `enum`, `pattern`, `multipleOf` or bounds.
 */
export function relaxShape(shape: Shape, shapes: Shapes, depth = 0): Shape {
  if (depth > maxDepth) return {};
  const relax = (part: Shape): Shape => relaxShape(part, shapes, depth + 1);
  const { type, ref, items, properties, required, additionalProperties, allOf = [], anyOf, oneOf } = shape;
  const types = type ?? (shape.enum && [...new Set(shape.enum.map(describeKind))]);
  const named = ref === undefined ? undefined : shapes[ref];
  const parts = [...allOf, ...(named ? [named] : [])].map(relax);
  // Several alternatives may differ in their limits alone.
  const choices = [anyOf, oneOf].filter((one) => one !== undefined);
  const all = [...parts, ...choices.map((one) => ({ anyOf: one.map(relax) }))];
  return {
    ...(types && { type: types }),
    ...(required && { required }),
    ...(items && { items: relax(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, relax(part)])),
    }),
    ...(additionalProperties && { additionalProperties: relax(additionalProperties) }),
    ...(all.length > 0 && { allOf: all }),
  };
}
