const key = "stratus-example";

/** Makes tabs of examples. A choice counts for all examples of the page, and for the next page. */
export function addTabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[role="tablist"]')) {
    list.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLButtonElement) choose(labelOf(target), true);
    });
    list.addEventListener("keydown", (event) => {
      const tabs = [...list.querySelectorAll("button")];
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (at < 0 || step === undefined) return;
      event.preventDefault();
      const next = tabs[(at + step + tabs.length) % tabs.length];
      if (next) choose(labelOf(next), true);
      next?.focus();
    });
  }
  choose(sessionStorageItem() ?? "TypeScript", false);
}

function labelOf(tab: HTMLButtonElement): string {
  return tab.textContent.trim();
}

function choose(label: string, isKept: boolean): void {
  for (const list of document.querySelectorAll<HTMLElement>('[role="tablist"]')) {
    const tabs = [...list.querySelectorAll("button")];
    const chosen = tabs.find((tab) => labelOf(tab) === label) ?? tabs[0];
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls") ?? "")?.toggleAttribute("hidden", !isChosen);
    }
  }
  if (!isKept) return;
  try {
    sessionStorage.setItem(key, label);
  } catch {
    // Storage is off. The choice lasts for this page.
  }
}

function sessionStorageItem(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
