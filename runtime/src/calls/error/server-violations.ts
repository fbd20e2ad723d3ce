import { maxViolations, type Violation } from "../../messages/check/violation.js";
import { showText } from "../../base/text/secret-text.js";
import { escapeControls } from "../../base/text/value-text.js";
import type { CallError } from "./call-error.js";
import { fieldsOf, messagesIn, textOf } from "./plain-fields.js";

/** Maximum length of the path, rule or text of a violation, in UTF-16 code units. */
const longest = 500;

/**
 * Adds the violations of `google.rpc.BadRequest` and `buf.validate.Violations` among the details of an error. It is
 * loaded with the first error that has details. Details with invalid bytes are skipped.
 */
export function addViolations({ details, violations }: CallError, secrets: readonly string[]): void {
  const show = (text: string): string => escapeControls(showText(text, longest, secrets));
  const found = details.flatMap(({ typeName, value }) => {
    try {
      if (typeName === "google.rpc.BadRequest") return messagesIn(value, 1).map(fieldViolation);
      return typeName === "buf.validate.Violations" ? messagesIn(value, 1).map(ruleViolation) : [];
    } catch {
      // An invalid detail must not hide the failure that it describes.
      return [];
    }
  });
  for (const { path, rule, text } of found.slice(0, maxViolations))
    violations.push({ path: show(path), rule: show(rule), text: show(text) });
}

/** `google.rpc.BadRequest.FieldViolation`. */
function fieldViolation(bytes: Uint8Array): Violation {
  const fields = fieldsOf(bytes);
  return { path: textOf(fields.get(1)), rule: textOf(fields.get(3)), text: textOf(fields.get(2)) };
}

/** `buf.validate.Violation`; older ones have the path as text. */
function ruleViolation(bytes: Uint8Array): Violation {
  const fields = fieldsOf(bytes);
  const place = fields.get(5);
  const path =
    place instanceof Uint8Array ? messagesIn(place, 1).map(pathElement).join(".") : textOf(fields.get(1));
  return { path, rule: textOf(fields.get(2)), text: textOf(fields.get(3)) };
}

/** `buf.validate.FieldPathElement`: a field, with an index or a key. */
function pathElement(bytes: Uint8Array): string {
  const fields = fieldsOf(bytes);
  const index = fields.get(6) ?? fields.get(8) ?? fields.get(9);
  const flag = fields.get(7);
  const key = fields.get(10);
  const subscript =
    key !== undefined
      ? JSON.stringify(textOf(key))
      : flag !== undefined
        ? String(flag !== 0n)
        : index !== undefined && String(index);
  return textOf(fields.get(2)) + (subscript === false ? "" : `[${subscript}]`);
}
