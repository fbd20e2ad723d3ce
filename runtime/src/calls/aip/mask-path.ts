/** Paths of field masks as AIP-161 writes them: `author.given_name`, reviews.`John Smith`. */

/** A text that is a step as it is. */
const plain = /^[A-Za-z0-9_]+$/;

/** The text of a path. A step that is not plain, such as the key of a map, is in backticks. */
export function printPath(steps: readonly string[]): string {
  return steps.map((step) => (plain.test(step) ? step : `\`${step.replaceAll("`", "``")}\``)).join(".");
}

/**
 * The steps of a path.
 * @throws A TypeError if the text is not a path.
 */
export function parsePath(text: string): string[] {
  const steps: string[] = [];
  const step = /(?:`((?:[^`]|``)*)`|([^`.,\s]+))(\.|$)/y;
  for (let isOpen = true; isOpen;) {
    const match = step.exec(text);
    if (match === null)
      throw new TypeError(`${JSON.stringify(text)} is not a path of a field mask: write author.given_name`);
    const [, quoted, bare = "", end] = match;
    steps.push(quoted === undefined ? bare : quoted.replaceAll("``", "`"));
    isOpen = end === ".";
  }
  return steps;
}
