import { showText } from "../../base/text/secret-text.js";
import { escapeControls } from "../../base/text/value-text.js";
import type { CallError, HelpLink, StatusDetail } from "./call-error.js";
import { fieldsOf, messagesIn, textOf } from "./plain-fields.js";
import { addViolations } from "./server-violations.js";

export { decodeDetails, readDetails } from "./decoded-details.js";
export { readRpcStatus } from "./rpc-status.js";
export { addViolations };

/** Maximum length of a server's text in UTF-16 code units, and maximum number of entries of one kind. */
const maxTextLength = 500;
const maxEntries = 100;

/**
 * Adds the standard details to an error: violations, the reason and links. It is loaded with the first error that
 * has details. Details with invalid bytes are skipped.
 */
export function addDetails(error: CallError, secrets: readonly string[]): void {
  addViolations(error, secrets);
  const show = (text: string): string => escapeControls(showText(text, maxTextLength, secrets));
  for (const detail of error.details) {
    try {
      if (detail.typeName === "google.rpc.ErrorInfo" && error.reason === undefined)
        addReason(error, detail, show);
      else if (detail.typeName === "google.rpc.Help") error.helpLinks.push(...linksOf(detail, show));
    } catch {
      // An invalid detail must not hide the failure that it describes.
    }
  }
}

/** `google.rpc.ErrorInfo`: a reason, its domain, and a map. */
function addReason(error: CallError, { value }: StatusDetail, show: (text: string) => string): void {
  const fields = fieldsOf(value);
  const entries = messagesIn(value, 3).slice(0, maxEntries).map(fieldsOf);
  const metadata = entries.map((entry) => [show(textOf(entry.get(1))), show(textOf(entry.get(2)))] as const);
  const facts = { reason: show(textOf(fields.get(1))), domain: show(textOf(fields.get(2))) };
  for (const [name, text] of Object.entries(facts)) {
    Object.defineProperty(error, name, { value: text || undefined, enumerable: true, configurable: true });
  }
  Object.defineProperty(error, "reasonMetadata", { value: Object.fromEntries(metadata), enumerable: false });
}

/** `google.rpc.Help`: links with a description each. */
function linksOf({ value }: StatusDetail, show: (text: string) => string): HelpLink[] {
  return messagesIn(value, 1)
    .slice(0, maxEntries)
    .map(fieldsOf)
    .map((link) => ({ description: show(textOf(link.get(1))), url: show(textOf(link.get(2))) }));
}
