import { parseAddress } from "./address.js";
import type { Journey } from "./journey.js";

/**
 * Takes plain clicks on links of the page to itself for steps of the journey; all others are the browser's, so
 * that a link can be copied, and opened in a window of its own. `wayBack` leads up.
 */
export function followLinks(journey: Journey, wayBack: HTMLElement): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname) return;
    event.preventDefault();
    const address = parseAddress(link.search);
    if (link.hash !== "") document.getElementById(link.hash.slice(1))?.focus();
    else if (link === wayBack) journey.goUp(address);
    else journey.go(address);
  });
}
