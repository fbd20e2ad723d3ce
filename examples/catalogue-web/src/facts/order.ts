const collator = new Intl.Collator("en", { numeric: true });

/** Compares texts as people sort them: `Hall 2` comes before `Hall 10`. */
export function byText(one: string, other: string): number {
  return collator.compare(one, other);
}
