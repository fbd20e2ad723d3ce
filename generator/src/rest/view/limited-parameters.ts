import type { RestOperation } from "../model/rest-api.js";
import { serializeShape } from "../model/shape-queries.js";
import { relaxShape } from "../runtime/relax-shape.js";
import type { Shape } from "../runtime/shape.js";

/** Whether a shape has more limits than JSON types. A named shape counts as one with limits. */
export function isLimited(shape: Shape): boolean {
  const text = serializeShape(shape);
  return text.includes('"ref":') || serializeShape(relaxShape(shape)) !== text;
}

/** Returns the shapes of parameters with limits, by operation and parameter: `pets.list limit`. */
export function listLimitedParameters(
  operations: readonly RestOperation[],
): readonly (readonly [string, Shape])[] {
  return operations.flatMap(({ label, parameters }) =>
    parameters
      .filter(({ shape }) => isLimited(shape))
      .map(({ argument, shape }) => [`${label} ${argument}`, shape] as const),
  );
}
