/** The debounce delay, so that not every key sends a request. */
const restMs = 150;

/** A search field that reports the keyword while the user types. */
export class SearchField {
  readonly #input: HTMLInputElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last reported keyword. The user may have typed more since. */
  #told = "";

  /** Calls `search` with the keyword after the debounce delay, or immediately on submit. */
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
