/** An item that is parsed when it is used. */
export class LazyItem<Item> {
  readonly json: string;
  readonly #load: (json: string) => Item;

  constructor(json: string, load: (json: string) => Item) {
    this.json = json;
    this.#load = load;
  }

  read(): Item {
    return this.#load(this.json);
  }
}
