import * as fc from "fast-check";
import type { Shape, Shapes } from "../../../generator/src/rest/runtime/shape.js";

/** A value that fits a shape, as small as it can be; undefined where none was found. */
export function sampleOf(shape: Shape, shapes: Shapes): unknown {
  return sampled(shape, { shapes, isFull: false, required: [], depth: 0 });
}

/** The same with every property that is described. */
export function fullSampleOf(shape: Shape, shapes: Shapes): unknown {
  return sampled(shape, { shapes, isFull: true, required: [], depth: 0 });
}

interface Manner {
  readonly shapes: Shapes;
  readonly isFull: boolean;
  /** The properties that the schema around this part requires. */
  readonly required: readonly string[];
  readonly depth: number;
}

function sampled(shape: Shape, manner: Manner): unknown {
  if (manner.depth > 12) return undefined;
  const depth = manner.depth + 1;
  const inner = (part: Shape): unknown => sampled(part, { ...manner, required: [], depth });
  if (shape.enum) return shape.enum[0];
  const required = [...new Set([...manner.required, ...requiredBy(shape, manner)])];
  const values = partsOf(shape, manner.shapes).map((part) => sampled(part, { ...manner, required, depth }));
  const own = ownSample(shape, { ...manner, required }, inner);
  const objects = [own, ...values].filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  if (objects.length > 0) return merged(objects as readonly object[]);
  return own ?? values.find((value) => value !== undefined) ?? null;
}

/** The schemas that a value must match too: of alternatives, the first. */
function partsOf(shape: Shape, shapes: Shapes): readonly Shape[] {
  return [
    ...(shape.ref === undefined ? [] : [shapes[shape.ref] ?? {}]),
    ...(shape.allOf ?? []),
    ...(shape.anyOf?.slice(0, 1) ?? []),
    ...(shape.oneOf?.slice(0, 1) ?? []),
  ];
}

/** The properties that a schema and its parts require. */
function requiredBy(shape: Shape, { shapes, depth }: Manner): readonly string[] {
  if (depth > 12) return [];
  const ofParts = partsOf(shape, shapes).flatMap((part) =>
    requiredBy(part, { shapes, isFull: false, required: [], depth: depth + 1 }),
  );
  return [...(shape.required ?? []), ...ofParts];
}

/** The properties of all objects. One that a part only names has its value from the part that describes it. */
function merged(objects: readonly object[]): object {
  const described = objects.flatMap((one) => Object.entries(one).filter(([, value]) => value !== null));
  return Object.assign({}, ...objects, Object.fromEntries(described)) as object;
}

function ownSample(shape: Shape, { isFull, required }: Manner, inner: (part: Shape) => unknown): unknown {
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
        [...new Set([...(shape.required ?? []), ...Object.keys(shape.properties ?? {})])]
          .filter((name) => isFull || required.includes(name))
          .map((name) => [name, inner(shape.properties?.[name] ?? {})]),
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
