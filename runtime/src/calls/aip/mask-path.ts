import { typeError } from "../../base/text/coded-error.js";

/** Paths of field masks as AIP-161 writes them: `author.given_name`, reviews.`John Smith`. */

/** A step that needs no backticks. */
const plain = /^[A-Za-z0-9_]+$/;

/** Formats a path. A step with other characters, such as the key of a map, is in backticks. */
export function formatPath(steps: readonly string[]): string {
  return steps.map((step) => (plain.test(step) ? step : `\`${step.replaceAll("`", "``")}\``)).join(".");
}

/**
 * Parses the steps of a path.
 *
 * @throws TypeError if the text is not a path.
 */
export function parsePath(text: string): string[] {
  const steps: string[] = [];
  const step = /(?:`((?:[^`]|``)*)`|([^`.,\s]+))(\.|$)/y;
  for (let isOpen = true; isOpen;) {
    const match = step.exec(text);
    if (match === null)
      throw typeError(
        "MASK_PATH_INVALID",
        `${JSON.stringify(text)} is not a path of a field mask; example: author.given_name`,
      );
    const [, quoted, bare = "", end] = match;
    steps.push(quoted === undefined ? bare : quoted.replaceAll("``", "`"));
    isOpen = end === ".";
  }
  return steps;
}
