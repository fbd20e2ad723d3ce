/** Markup. Only this module makes it from text, so that text of an API never becomes markup. */
export class Markup {
  readonly #text: string;
  /** @param text Markup that is safe as it is. */
  private constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
  /** Marks the text of a template of this package as markup. */
  static ofTemplate(strings: readonly string[], values: readonly Part[]): Markup {
    return new Markup(
      strings.map((text, index) => (index === 0 ? text : print(values[index - 1]) + text)).join(""),
    );
  }
}

/** A value in a template: text is escaped, markup is not, and a list is joined. Nothing is printed for the rest. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** Makes markup: ``markup`<p>${text}</p>` ``. Attributes need quotes around their values. */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return Markup.ofTemplate(strings, values);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function print(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.toString();
  if (Array.isArray(part)) return part.map((one: Part) => print(one)).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
