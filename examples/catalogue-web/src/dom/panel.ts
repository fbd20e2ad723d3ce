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

  /** @param heading returns the element that receives the focus if no other can */
  constructor(body: HTMLElement, heading: () => HTMLElement | null) {
    this.#body = body;
    this.#heading = heading;
  }

  /** Draws the content that `render` returns, if one of its inputs has changed. */
  draw(inputs: readonly unknown[], render: () => readonly Content[]): void {
    const shown = this.#shown;
    if (
      shown &&
      inputs.length === shown.length &&
      inputs.every((value, index) => Object.is(value, shown[index]))
    )
      return;
    this.#shown = inputs;
    const focused = document.activeElement;
    const isInside = focused instanceof HTMLElement && this.#body.contains(focused);
    this.#body.replaceChildren(...renderSafely(render).filter((one) => one !== undefined && one !== false));
    if (isInside) (this.#findCounterpart(focused) ?? this.#heading())?.focus({ preventScroll: true });
  }

  /** Finds the element that does the same as one that was removed. */
  #findCounterpart(removed: HTMLElement): HTMLElement | undefined {
    const key = findKey(removed);
    const all = this.#body.querySelectorAll<HTMLElement>("a[href], button, summary");
    return key === null ? undefined : [...all].find((one) => findKey(one) === key);
  }
}

function findKey(one: HTMLElement): string | null {
  return one.dataset["key"] ?? one.getAttribute("href");
}

/** Renders content. An error in one part of the page must not affect the others. */
function renderSafely(render: () => readonly Content[]): readonly Content[] {
  try {
    return render();
  } catch (error) {
    console.error(error);
    return [notice("This part of the page has a fault", "You can still use the rest of the page.")];
  }
}
