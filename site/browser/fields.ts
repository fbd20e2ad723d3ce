/** Opens the fields around the one that the address names, so that a link to a nested field shows it. */
export function openFields(): void {
  addEventListener("hashchange", showTarget);
  if (location.hash !== "") showTarget();
}

function showTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let place = target?.parentElement; place; place = place.parentElement) {
    if (place instanceof HTMLDetailsElement) place.open = true;
  }
  target?.scrollIntoView();
}
