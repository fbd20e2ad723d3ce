/** The number of section colors in the style sheet. */
const hues = 6;

/** The color of a section, by its index from 0. The list and the week use the same color. */
export function chooseHue(section: number): string {
  return `var(--hue-${(section % hues) + 1})`;
}
