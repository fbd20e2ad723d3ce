/** What may stand in an element: text is never read as markup. */
export type Content = Node | string | undefined | false;

/** Makes an element with attributes and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content.filter((one) => one !== undefined && one !== false));
  return made;
}

/** Makes an element of a drawing. */
export function shape(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...content);
  return made;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}`);
  return found;
}
