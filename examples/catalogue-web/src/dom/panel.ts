import type { Content } from "./element.js";
import { notice } from "./notice.js";

/**
 * A part of the page that is redrawn only when its content changes. The focus stays on the same link or button if it
 * still exists, and otherwise moves to the heading.
 */
export class Panel {
  readonly #body: HTMLElement;
  readonly #heading: () => HTMLElement | null;
  #shown: readonly unknown[] | undefined;

  /** `heading` takes the focus where nothing else can. */
  constructor(body: HTMLElement, heading: () => HTMLElement | null) {
    this.#body = body;
    this.#heading = heading;
  }

  /** Draws what `make` gives, where one of the values that it is made from is another than before. */
  draw(from: readonly unknown[], make: () => readonly Content[]): void {
    const shown = this.#shown;
    if (shown && from.length === shown.length && from.every((value, index) => Object.is(value, shown[index])))
      return;
    this.#shown = from;
    const focused = document.activeElement;
    const isInside = focused instanceof HTMLElement && this.#body.contains(focused);
    this.#body.replaceChildren(...made(make).filter((one) => one !== undefined && one !== false));
    if (isInside) (this.#like(focused) ?? this.#heading())?.focus({ preventScroll: true });
  }

  /** The element that does the same as one that is gone. */
  #like(gone: HTMLElement): HTMLElement | undefined {
    const key = keyOf(gone);
    const all = this.#body.querySelectorAll<HTMLElement>("a[href], button, summary");
    return key === null ? undefined : [...all].find((one) => keyOf(one) === key);
  }
}

function keyOf(one: HTMLElement): string | null {
  return one.dataset["key"] ?? one.getAttribute("href");
}

/** One part that cannot be drawn must not take the others with it. */
function made(make: () => readonly Content[]): readonly Content[] {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return [notice("This part of the page has a fault", "What else is on the page can be used.")];
  }
}
