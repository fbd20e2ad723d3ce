/** How many colours the style has for sections. */
const hues = 6;

/** The colour of a section, counted from 0: the same in the list and in the week. */
export function hueOf(section: number): string {
  return `var(--hue-${(section % hues) + 1})`;
}
