import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../generator/src/rest/read/json.js";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const words = [
  "get",
  "list",
  "find",
  "all",
  "pages",
  "page",
  "cursor",
  "new",
  "session",
  "options",
  "signal",
];

/** How a document grows. */
export interface Growth {
  /** Which operations are repeated at a new path, and how that is called. */
  readonly copies: readonly { readonly from: number; readonly word: string; readonly keepsId: boolean }[];
  /** Optional parameters that every operation gets, and where. */
  readonly parameters: readonly { readonly name: string; readonly place: "query" | "header" }[];
}

/** Random growth. */
export const growths: fc.Arbitrary<Growth> = fc.record({
  copies: fc.array(
    fc.record({ from: fc.nat(10_000), word: fc.constantFrom(...words), keepsId: fc.boolean() }),
    { minLength: 2, maxLength: 8 },
  ),
  parameters: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...words),
      place: fc.constantFrom("query" as const, "header" as const),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
  ),
});

/** The document with operations in front of the old ones, and with optional parameters on these. */
export function grown(root: JsonObject, { copies, parameters }: Growth): JsonObject {
  const paths = isObject(root["paths"]) ? root["paths"] : {};
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    isObject(item)
      ? Object.entries(item).flatMap(([method, operation]) =>
          methods.includes(method) && isObject(operation) ? [{ path, item, method, operation }] : [],
        )
      : [],
  );
  const added = copies.flatMap(({ from, word, keepsId }, index) => {
    const one = operations[from % operations.length];
    if (!one) return [];
    const { operationId: id, ...rest } = one.operation;
    const named = keepsId && typeof id === "string" ? { operationId: `${word}_${id}` } : {};
    const shared = one.item["parameters"] === undefined ? {} : { parameters: one.item["parameters"] };
    return [[`/${word}${index}${one.path}`, { ...shared, [one.method]: { ...rest, ...named } }] as const];
  });
  const more: readonly Json[] = parameters.map(({ name, place }) => ({
    name: place === "header" ? `x-${name}` : `added_${name}`,
    in: place,
    schema: { type: "string" },
  }));
  const old = Object.entries(paths).map(([path, item]) => [path, withParameters(item, more)] as const);
  return { ...root, paths: Object.fromEntries([...added, ...old]) };
}

function withParameters(item: Json, more: readonly Json[]): Json {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      if (!methods.includes(method) || !isObject(operation)) return [method, operation];
      const own = Array.isArray(operation["parameters"]) ? (operation["parameters"] as Json[]) : [];
      return [method, { ...operation, parameters: [...more, ...own] }];
    }),
  );
}
