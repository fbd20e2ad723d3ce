/** The name that a misspelled one is most like, whatever the case: by the pairs of letters that they have in common. */
export function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  const scored = names.map((name) => ({
    name,
    likeness: likeness(misspelled.toLowerCase(), name.toLowerCase()),
  }));
  const [best] = scored.sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= 0.5 ? best.name : undefined;
}

/** From 0 to 1: Dice's coefficient over pairs of letters, the ends of the word counting as letters. */
function likeness(a: string, b: string): number {
  const rest = pairsOf(b);
  const all = rest.length;
  const own = pairsOf(a);
  const common = own.filter((pair) => {
    const index = rest.indexOf(pair);
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
  return (2 * common.length) / (own.length + all);
}

function pairsOf(word: string): string[] {
  const bounded = ` ${word.slice(0, 100)} `;
  return Array.from({ length: bounded.length - 1 }, (_, index) => bounded.slice(index, index + 2));
}
