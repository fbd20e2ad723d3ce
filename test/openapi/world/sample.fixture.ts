import * as fc from "fast-check";
import type { Shape, Shapes } from "../../../generator/src/rest/runtime/shape.js";

/** A value that fits a shape, as small as it can be; undefined where none was found. */
export function sampleOf(shape: Shape, shapes: Shapes): unknown {
  return sampled(shape, { shapes, isFull: false, depth: 0 });
}

/** The same with every property that is described. */
export function fullSampleOf(shape: Shape, shapes: Shapes): unknown {
  return sampled(shape, { shapes, isFull: true, depth: 0 });
}

interface Manner {
  readonly shapes: Shapes;
  readonly isFull: boolean;
  readonly depth: number;
}

function sampled(shape: Shape, manner: Manner): unknown {
  if (manner.depth > 12) return undefined;
  const inner = (part: Shape): unknown => sampled(part, { ...manner, depth: manner.depth + 1 });
  if (shape.enum) return shape.enum[0];
  const parts = [
    ...(shape.ref === undefined ? [] : [manner.shapes[shape.ref] ?? {}]),
    ...(shape.allOf ?? []),
    ...(shape.anyOf?.slice(0, 1) ?? []),
    ...(shape.oneOf?.slice(0, 1) ?? []),
  ];
  const values = parts.map(inner);
  const own = ownSample(shape, manner.isFull, inner);
  const objects = [own, ...values].filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  if (objects.length > 0) return Object.assign({}, ...objects);
  return own ?? values.find((value) => value !== undefined) ?? null;
}

function ownSample(shape: Shape, isFull: boolean, inner: (part: Shape) => unknown): unknown {
  const type = [shape.type ?? (shape.properties || shape.required ? "object" : [])].flat()[0];
  switch (type) {
    case "string":
      return textOf(shape);
    case "integer":
    case "safe integer":
    case "number":
      return numberOf(shape);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Array.from({ length: shape.minItems ?? 1 }, () => inner(shape.items || {}));
    case "object":
      return Object.fromEntries(
        [...new Set([...(shape.required ?? []), ...(isFull ? Object.keys(shape.properties ?? {}) : [])])].map(
          (name) => [name, inner(shape.properties?.[name] ?? {})],
        ),
      );
    default:
      return undefined;
  }
}

/** Patterns that no text was found for are none's fault. */
function textOf({ pattern, minLength = 1, maxLength = Infinity, isLoosePattern }: Shape): string {
  const plain = "x".repeat(Math.max(minLength, 1));
  if (pattern === undefined) return plain;
  try {
    const expression = new RegExp(pattern, isLoosePattern ? "" : "u");
    const texts = fc.sample(fc.stringMatching(expression), { numRuns: 20, seed: 1 });
    const fitting = texts.filter(
      (text) => text.length >= minLength && text.length <= maxLength && /^[\w.~-]+$/.test(text),
    );
    return fitting.toSorted((a, b) => a.length - b.length)[0] ?? plain;
  } catch {
    return plain;
  }
}

function numberOf({
  minimum,
  maximum,
  exclusiveMinimum: above,
  exclusiveMaximum: below,
  multipleOf,
}: Shape): number {
  const step = multipleOf ?? 1;
  const least = minimum ?? (above === undefined ? Math.min(step, maximum ?? step) : above + step);
  // A program cannot send others exactly.
  const rounded = Math.ceil(Math.max(least, Number.MIN_SAFE_INTEGER) / step) * step;
  return below === undefined || rounded < below ? rounded : below - step;
}
