import type { RestApi, RestOperation } from "../model/rest-api.js";
import type { TypeMember, TypeSource } from "../model/type-source.js";
import { isJsonObject, type Json } from "../read/json.js";

/** The number of levels of a sample below which objects are empty. */
const maxDepth = 6;

/** The types that have names. */
export interface SampleScope {
  readonly schemas: RestApi["schemas"];
  /** The named types of an operation. */
  readonly aliases: RestOperation["aliases"];
}

/** Returns a value of a type for an example: its required properties, and examples of the description. Undefined if it has none. */
export function createSample(type: TypeSource, scope: SampleScope, depth = 0): Json | undefined {
  if (depth > maxDepth) return undefined;
  const next = (inner: TypeSource): Json | undefined => createSample(inner, scope, depth + 1);
  switch (type.kind) {
    case "scalar":
      return scalarSamples[type.name];
    case "values":
      return type.values[0] as Json | undefined;
    case "list":
      return [next(type.item)].filter((item) => item !== undefined);
    case "tuple":
      return type.items.flatMap((item) => next(item) ?? []);
    case "union":
      return type.parts.map(next).find((value) => value !== undefined);
    case "intersection": {
      const values = type.parts.map(next);
      return values.every(isJsonObject) ? (Object.assign({}, ...values) as Json) : undefined;
    }
    case "required":
      return next(type.type);
    case "object":
      return createObject(type.members, next);
    case "named": {
      const schema = scope.schemas.get(type.schema);
      const named = type.direction === "request" ? (schema?.requestType ?? schema?.type) : schema?.type;
      return named && next(named);
    }
    case "alias": {
      const alias = scope.aliases.find(({ name }) => name === type.name);
      return alias && next(alias.type);
    }
    default:
      return undefined;
  }
}

function createObject(
  members: readonly TypeMember[],
  next: (type: TypeSource) => Json | undefined,
): Json | undefined {
  const entries = members
    .filter(({ isOptional }) => !isOptional)
    .map(
      ({ name, type, annotations }) =>
        [name, isScalar(annotations?.example) ? annotations?.example : next(type)] as const,
    );
  return entries.every(([, value]) => value !== undefined)
    ? Object.fromEntries(entries.map(([name, value]) => [name, value as Json]))
    : undefined;
}

function isScalar(value: Json | undefined): boolean {
  return value !== undefined && (typeof value !== "object" || value === null);
}

const scalarSamples: Readonly<Record<string, Json>> = {
  string: "text",
  number: 1,
  boolean: true,
  null: null,
  unknown: {},
};
