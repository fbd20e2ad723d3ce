/** A number with its noun: `1 change`, `2 changes`; another plural if one is given. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
