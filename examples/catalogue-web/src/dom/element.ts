/** Content of an element. Text is never parsed as markup. */
export type Content = Node | string | undefined | false;

/** Attributes by name. `true` sets an attribute without a value; `false` and undefined omit it. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element with attributes and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  fill(made, attributes, content);
  return made;
}

/** Makes an element of a drawing. */
export function shape(name: string, attributes: Attributes, ...content: readonly Content[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(made, attributes, content);
  return made;
}

/** Creates a list with an explicit role, because some screen readers do not announce a list without markers. */
export function list(name: "ul" | "ol", attributes: Attributes, items: readonly Content[]): HTMLElement {
  return element(name, { role: "list", ...attributes }, ...items);
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}`);
  return found;
}

function fill(made: Element, attributes: Attributes, content: readonly Content[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...content.filter((one) => one !== undefined && one !== false));
}
