import { isScalar, isSeq, visit, type Document, type YAMLMap } from "yaml";
import { isLargeInteger } from "./normalize/literals.js";

/**
 * Keeps the text of literals that a JavaScript number would change: a number under `type: string`, such as the version
 * `1.0`, and an integer beyond 2^53. The values are text from then on.
 */
export function keepLiteralText(document: Document): void {
  visit(document, {
    Map: (_, map) => {
      const literals = map.get("enum", true) ?? map.get("const", true);
      if (literals === undefined) return;
      for (const literal of isSeq(literals) ? literals.items : [literals]) {
        if (!isScalar(literal) || literal.source === undefined) continue;
        const { value, source } = literal;
        const isKept = typeof value === "number" || typeof value === "boolean";
        if (isKept && (isText(map) || isLargeInteger(source))) literal.value = source;
      }
    },
  });
}

/** Whether the text of JSON may have literals that `JSON.parse` changes. */
export function hasChangedLiterals(text: string): boolean {
  return /"(enum|const)"\s*:\s*[^\]}"]*(\d{16}|\d\.\d*0\b|\de)/i.test(text);
}

function isText(map: YAMLMap): boolean {
  const type = map.get("type");
  const names: readonly unknown[] = isSeq(type) ? type.toJSON() : [type];
  return names.includes("string") && names.every((name) => name === "string" || name === "null");
}
