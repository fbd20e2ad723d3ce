/** Lets the arrow keys go from the search field into the results and along them. */
export function followArrowKeys(field: HTMLElement, results: HTMLElement): void {
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const stops = [field, ...results.querySelectorAll<HTMLElement>("a[href]")];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  field.addEventListener("keydown", move);
  results.addEventListener("keydown", move);
}
