import { parseAddress } from "./address.js";
import type { Journey } from "./journey.js";

/**
 * Handles plain clicks on links within the page as steps of the journey. The browser handles all other clicks, so users
 * can still copy a link or open it in a new window. `wayBack` leads up.
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
