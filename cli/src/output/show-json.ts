/**
 * The room of output: data in the form that was asked for, errors, and exit codes. Nothing here lets a character of an API
 * reach a terminal that would change it.
 *
 * @module
 */
import type { GuideJson } from "@stratus/runtime/guide-v1";
import { isUnsafe, safeText } from "@stratus/dynamic-client";

/** JSON on lines, or on one line, in which unsafe characters are escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return safeText(JSON.stringify(value, undefined, indent) ?? "null");
}

/** YAML in which unsafe characters are escaped. */
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
