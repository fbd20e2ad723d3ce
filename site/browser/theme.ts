const themes = ["system", "light", "dark"] as const;
const key = "stratus-theme";

/** Switches between the theme of the system, light and dark. The choice stays in this browser. */
export function addTheme(button: HTMLButtonElement): void {
  const show = (theme: string): void => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    button.ariaLabel = theme === "system" ? "Theme: as the system" : `Theme: ${theme}`;
  };
  let theme = stored() ?? "system";
  show(theme);
  button.addEventListener("click", () => {
    theme = themes[(themes.findIndex((one) => one === theme) + 1) % themes.length] ?? "system";
    show(theme);
    try {
      localStorage.setItem(key, theme);
    } catch {
      // Storage is off. The choice lasts for this page.
    }
  });
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
