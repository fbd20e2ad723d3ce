/** Content of an element: text is never read as markup. */
export type Content = Node | string;

/** Makes an element with attributes, an attribute without a value where it is true, and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...content);
  return made;
}

/** A button that does something. */
export function button(text: string, act: () => void, attributes: Record<string, string> = {}) {
  const made = element("button", { type: "button", class: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}`);
  return found;
}

/** Tells those who listen. */
export function say(text: string): void {
  byId("said").textContent = text;
}
