/** A short rest between keys, so that not every one is a request. */
const restMs = 150;

/** A field that tells what is searched for while it is typed. */
export class SearchField {
  readonly #input: HTMLInputElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The keyword that was told last: more may have been typed since. */
  #told = "";

  /** `search` is called with the keyword after a rest, or at once when it is sent off. */
  constructor(form: HTMLFormElement, input: HTMLInputElement, search: (keyword: string) => void) {
    this.#input = input;
    const tell = (): void => {
      clearTimeout(this.#timer);
      this.#told = input.value.trim();
      search(this.#told);
    };
    input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(tell, restMs);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      tell();
      // A keyboard on the screen would hide what was found.
      if (matchMedia("(pointer: coarse)").matches) input.blur();
    });
  }

  /** Shows the keyword of an address, unless it comes from here. */
  show(keyword: string): void {
    if (keyword === this.#told) return;
    clearTimeout(this.#timer);
    this.#told = keyword;
    this.#input.value = keyword;
  }
}
