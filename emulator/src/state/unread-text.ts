/** An item that stays text until somebody asks for it. */
export class UnreadText<Item> {
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
