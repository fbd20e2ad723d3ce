import { isMap, isPair, isScalar, isSeq, visit, type Document, type YAMLMap } from "yaml";
import { compositions, isLargeInteger } from "./normalize/literals.js";

/**
 * Keeps the text of literals that a JavaScript number would change: a number under `type: string`, such as the version
 * `1.0`, and an integer beyond 2^53. The values are text from then on. Returns the first schema that has a number or
 * boolean instead of text, and the number of such schemas.
 */
export function keepLiteralText(document: Document): { readonly first?: YAMLMap; readonly count: number } {
  const schemas = new Set<YAMLMap>();
  visit(document, {
    Map: (_, map, path) => {
      const literals = map.get("enum", true) ?? map.get("const", true);
      if (literals === undefined) return;
      for (const literal of isSeq(literals) ? literals.items : [literals]) {
        if (!isScalar(literal) || literal.source === undefined) continue;
        const { value, source } = literal;
        if (typeof value !== "number" && typeof value !== "boolean") continue;
        const isUnquoted = isText(findType(map, path));
        if (isUnquoted) schemas.add(map);
        if (isUnquoted || isLargeInteger(source)) literal.value = source;
      }
    },
  });
  const [first] = schemas;
  return { ...(first && { first }), count: schemas.size };
}

/** Whether the text of JSON may have literals that `JSON.parse` changes. */
export function hasChangedLiterals(text: string): boolean {
  return /"(enum|const)"\s*:\s*[^\]}"]*(\d{16}|\d\.\d*0\b|\de)/i.test(text);
}

/** Returns the type that a schema declares, or a part of its `allOf`, or the schema that it is a part of. */
function findType(map: YAMLMap, path: readonly unknown[]): unknown {
  const parts = map.get("allOf");
  const types = [map, ...(isSeq(parts) ? parts.items.filter(isMap) : [])].map((one) => one.get("type"));
  const own = types.find((type) => type !== undefined);
  if (own !== undefined) return own;
  const end = isSeq(path.at(-1)) ? -2 : -1;
  const [around, pair] = path.slice(end - 1);
  const isPart = isPair(pair) && isScalar(pair.key) && compositions.some((one) => one === String(pair.key));
  return isPart && isMap(around) ? findType(around, path.slice(0, end - 1)) : undefined;
}

function isText(type: unknown): boolean {
  const names: readonly unknown[] = isSeq(type) ? (type.toJSON() as readonly unknown[]) : [type];
  return names.includes("string") && names.every((name) => name === "string" || name === "null");
}
