/**
 * Output: data in the selected format, errors and exit codes. Characters of the API that could change the terminal are
 * escaped.
 *
 * @module
 */
import type { GuideJson } from "@stratus/runtime/guide";
import { isUnsafe, safeText } from "@stratus/dynamic-client";

/** Formats JSON with unsafe characters escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return safeText(JSON.stringify(value, undefined, indent) ?? "null");
}

/** Formats YAML with unsafe characters escaped. */
export async function yamlText(value: GuideJson): Promise<string> {
  const { Document, Scalar, visit } = await import("yaml");
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && isUnsafe(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // What is left of them is inside double quotes, where YAML reads such escapes.
  return safeText(document.toString({ lineWidth: 0 }));
}
