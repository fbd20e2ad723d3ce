import type { RestApi, RestOperation, RestParameter } from "./model/rest-api.js";
import type { Shape } from "./runtime/shape.js";
import { listCheckedBodies } from "./view/checked-bodies.js";
import { listLimitedParameters } from "./view/limited-parameters.js";

/** The features that the keywords of shapes need. */
const keywordFeatures: readonly (readonly [feature: string, ...keywords: (keyof Shape)[]])[] = [
  ["alternatives", "anyOf", "oneOf"],
  ["combinations", "allOf", "anyOf", "oneOf"],
  ["lists", "items", "prefixItems"],
  ["maps", "additionalProperties", "patternProperties"],
  ["values", "enum", "notEnum"],
  ["limits", "pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
  ["limits", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ["limits", "minProperties", "maxProperties"],
];

/** The types of values that JSON represents differently. */
const forms: ReadonlySet<unknown> = new Set(["safe integer", "bigint", "digits", "date"]);

/**
 * Returns the features that an API needs of the runtime, for `selectRegions`:
 *
 * - `changes`: operations with other methods than GET, and so bodies
 * - `pages`: lists of several pages
 * - `readers`: responses that are not JSON
 * - `params`: parameters outside of the path
 * - `styles`: parameters with a serializer
 * - `keys`: idempotency keys
 * - `limitedArguments`: parameters with limits, and bodies that are checked
 * - `numbers`: 64-bit integers and dates
 * - the keywords of its shapes
 */
export function listFeatures(api: RestApi): ReadonlySet<string> {
  const operations = api.groups.flatMap((group) => group.operations);
  const limited = [
    ...listLimitedParameters(operations).map(([, shape]) => shape),
    ...operations.flatMap((one) => listCheckedBodies(one).map(({ shape }) => shape)),
  ];
  const responses = operations.flatMap(({ response }) => response.shape ?? []);
  const named = [...api.schemas.values(), ...api.requestShapes.values()].map(({ shape }) => shape);
  const shapes = [...named, ...responses, ...limited];
  const features = new Set<string>();
  const open: unknown[] = [...shapes];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== "object" || one === null) continue;
    addFeatures(one, features);
    for (const part of Object.values(one)) open.push(part);
  }
  if (operations.some(({ method }) => method !== "GET")) features.add("changes");
  const isOther = ({ response: { kind, alternatives } }: (typeof operations)[number]): boolean =>
    (kind !== "json" && kind !== "nothing") || alternatives.length > 0;
  if (operations.some(isOther)) features.add("readers");
  if (operations.some(({ pagination }) => pagination !== undefined)) features.add("pages");
  if (operations.some(hasParams)) features.add("params");
  if (operations.some((one) => one.query !== "" || one.parameters.some(hasStyle))) features.add("styles");
  if (operations.some(({ idempotencyKey }) => idempotencyKey !== undefined)) features.add("keys");
  if (limited.length > 0) features.add("limitedArguments");
  return features;
}

function hasParams({ parameters, query }: RestOperation): boolean {
  return query !== "" || parameters.some(({ location }) => location !== "path");
}

/** Types of arguments that `String` serializes. */
const plainTypes: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);

/** Whether a parameter may need a serializer. */
function hasStyle({ style, location, name, argument, shape }: RestParameter): boolean {
  const isPlain = style === undefined && location !== "cookie" && name === argument;
  return !isPlain || !plainTypes.has(shape.type);
}

function addFeatures(shape: Shape, features: Set<string>): void {
  for (const [feature, ...keywords] of keywordFeatures)
    if (keywords.some((one) => shape[one] !== undefined)) features.add(feature);
  if (shape.ref !== undefined && Object.keys(shape).length > 1) features.add("combinations");
  if ([shape.type].flat().some((type) => forms.has(type))) features.add("numbers");
}
