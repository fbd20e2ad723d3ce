/**
 * Gives out names of one scope, each once. Names that differ only by case are
 * the same where the scope is a folder.
 */
export class NamePool {
  readonly #taken = new Set<string>();
  readonly #fold: (name: string) => string;

  constructor(options: { readonly ignoresCase?: boolean; readonly reserved?: Iterable<string> } = {}) {
    this.#fold = options.ignoresCase ? (name) => name.toLowerCase() : (name) => name;
    for (const name of options.reserved ?? []) this.#taken.add(this.#fold(name));
  }

  /** The name is still free. */
  isFree(name: string): boolean {
    return !this.#taken.has(this.#fold(name));
  }

  /** Takes a name that another has decided. */
  reserve(name: string): void {
    this.#taken.add(this.#fold(name));
  }

  /** The name, with a suffix and then a number where it is not free; it is taken from now on. */
  takeWith(name: string, suffix: string): string {
    if (!this.isFree(name)) return this.take(withSuffix(name, suffix));
    this.reserve(name);
    return name;
  }

  /** The first free one of the candidates; it is taken from now on. */
  take(candidates: Iterable<string>): string {
    for (const name of candidates) {
      if (this.isFree(name)) {
        this.#taken.add(this.#fold(name));
        return name;
      }
    }
    throw new Error("The candidates of a name are never used up");
  }
}

/**
 * Yields `name`, then `name` with the suffix, then with the suffix and a number: for names that the generator
 * invents.
 */
export function* withSuffix(name: string, suffix: string): Generator<string> {
  yield name;
  if (suffix !== "") yield `${name}${suffix}`;
  for (let count = 2; ; count++) yield `${name}${suffix}${count}`;
}
