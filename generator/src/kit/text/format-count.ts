/** Formats a number with its noun: `1 change`, `2 changes`. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}
