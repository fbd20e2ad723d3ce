import { addressHref, parseAddress, type Address } from "./address.js";

/** How an address was reached: with a new history entry, by replacing the current one, or by going back or forward. */
export type Step = "push" | "replace" | "travel";

/** Kept with each entry of the history. */
interface Entry {
  /** The address of the previous entry, if it belongs to this page. */
  readonly before?: string | undefined;
  /** How far down the page was when it was left. */
  readonly scroll: number;
}

/** The way through the page: its address, and the history of the browser behind it. */
export class Journey {
  readonly #arrived: (address: Address, step: Step, before: Address) => void;
  #address = parseAddress(location.search);

  constructor(arrived: (address: Address, step: Step, before: Address) => void) {
    this.#arrived = arrived;
    history.scrollRestoration = "manual";
    addEventListener("popstate", () => this.#arrive(parseAddress(location.search), "travel"));
    addEventListener("pagehide", () => this.#keepScroll());
  }

  /** The current address. */
  get address(): Address {
    return this.#address;
  }

  /** How far down this place was when it was left. */
  get scroll(): number {
    return entry().scroll;
  }

  /** Goes on to an address; does nothing where we are there already. */
  go(address: Address, step: "push" | "replace" = "push"): void {
    const href = addressHref(address);
    if (href === addressHref(this.#address)) return;
    if (step === "replace") history.replaceState(entry(), "", href);
    else {
      this.#keepScroll();
      history.pushState({ before: addressHref(this.#address), scroll: 0 }, "", href);
    }
    this.#arrive(address, step);
  }

  /** Goes up to the address that leads here: back where one came from it, so that no step is added, else on to it. */
  goUp(address: Address): void {
    if (entry().before === addressHref(address)) history.back();
    else this.go(address);
  }

  #arrive(address: Address, step: Step): void {
    const before = this.#address;
    this.#address = address;
    this.#arrived(address, step, before);
  }

  #keepScroll(): void {
    history.replaceState({ ...entry(), scroll: scrollY }, "");
  }
}

/** The history may hold an entry of another make. */
function entry(): Entry {
  const { before, scroll } = Object(history.state) as Partial<Record<keyof Entry, unknown>>;
  return {
    before: typeof before === "string" ? before : undefined,
    scroll: typeof scroll === "number" ? scroll : 0,
  };
}
