import { addressHref, type Address } from "../address/address.js";
import { element } from "../dom/element.js";
import { byText } from "../facts/order.js";
import type { Section } from "../facts/section.js";

/** The sections that the address asks for. */
export function shownSections(
  sections: readonly Section[],
  { term, status, isFree }: Address,
): readonly Section[] {
  return sections.filter(
    (section) =>
      (term === undefined || section.term === term) &&
      (status === undefined || section.status?.toLowerCase() === status.toLowerCase()) &&
      (!isFree || section.seats?.isFree === true),
  );
}

/** Some sections are not asked for. */
export function isFiltered({ term, status, isFree }: Address): boolean {
  return term !== undefined || status !== undefined || isFree === true;
}

/** The address of all sections. */
export function unfiltered(address: Address): Address {
  return { ...address, term: undefined, status: undefined, isFree: false };
}

/** Links to the sections of a term, of a status, or with free seats; none if there is nothing to choose. */
export function filterView(sections: readonly Section[], address: Address): HTMLElement | undefined {
  const terms = choices(
    sections.map(({ term }) => term),
    address.term,
  );
  const states = choices(
    sections.map(({ status }) => status),
    address.status,
  );
  const free = sections.filter(({ seats }) => seats?.isFree === true).length;
  const rows = [
    terms.length > 1 &&
      row("Term", [
        choice("All terms", { ...address, term: undefined }, address.term === undefined),
        ...terms.map((term) => choice(term, { ...address, term }, term === address.term)),
      ]),
    states.length > 1 &&
      row("Status", [
        choice("Any status", { ...address, status: undefined }, address.status === undefined),
        ...states.map((status) =>
          choice(status, { ...address, status }, status.toLowerCase() === address.status?.toLowerCase()),
        ),
      ]),
    ((free > 0 && free < sections.length) || address.isFree) &&
      row("Seats", [
        choice("All sections", { ...address, isFree: false }, !address.isFree),
        choice("With free seats", { ...address, isFree: true }, address.isFree === true),
      ]),
  ].filter((one) => one !== false && one !== undefined);
  if (rows.length === 0) return undefined;
  return element("nav", { class: "filters", "aria-label": "Which sections" }, ...rows);
}

/** All that can be chosen and the chosen one, each once whatever its capitals. */
function choices(given: readonly (string | undefined)[], chosen: string | undefined): readonly string[] {
  const all = [...given, chosen].filter((text) => text !== undefined);
  return [...new Map(all.toReversed().map((text) => [text.toLowerCase(), text])).values()].toSorted(byText);
}

function row(label: string, links: readonly HTMLElement[]): HTMLElement {
  return element(
    "div",
    { class: "filter" },
    element("span", { class: "quiet" }, label),
    element("div", {}, ...links),
  );
}

function choice(text: string, address: Address, isChosen: boolean): HTMLElement {
  return element(
    "a",
    { href: addressHref(address), "aria-current": isChosen && "true", "data-key": text },
    text,
  );
}
