import { button, byId, element } from "./element.js";
import type { Kind, Named } from "./kinds.js";
import { problem } from "./problem.js";

/** The list of all resources of a kind, with what a person can do. */
export class ResourcePanel<One extends Named> {
  readonly #kind: Kind<One>;
  readonly #open: (one?: One) => void;
  readonly #body = element("div", { class: "body" });
  #turn = 0;

  /** @param open Opens the form of a resource, or of a new one. */
  constructor(kind: Kind<One>, open: (one?: One) => void) {
    this.#kind = kind;
    this.#open = open;
    const { id, name } = kind;
    const title = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
    const create = button(`Create ${name}`, () => open(), { class: "button is-main" });
    const head = element("header", {}, element("h2", { id: `${id}-title` }, title), create);
    byId(id).replaceChildren(head, this.#body);
  }

  /** Reads the resources again; what was there is shown until then. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    const { id, list } = this.#kind;
    if (!this.#body.hasChildNodes()) this.#body.append(element("p", { class: "quiet" }, "Loading …"));
    this.#body.ariaBusy = "true";
    const content = await this.#read(list, id);
    // A later load has shown more.
    if (turn !== this.#turn) return;
    this.#body.replaceChildren(content);
    this.#body.ariaBusy = "false";
  }

  async #read(list: Kind<One>["list"], id: string): Promise<HTMLElement> {
    const rows: HTMLElement[] = [];
    try {
      for await (const one of list()) rows.push(this.#row(one));
    } catch (error) {
      return problem(`The ${id} could not be loaded`, error, () => void this.load());
    }
    return rows.length > 0
      ? element("ul", { role: "list" }, ...rows)
      : element("p", { class: "notice quiet" }, `There are no ${id} in this project.`);
  }

  #row(one: One): HTMLElement {
    const { fields, name } = this.#kind;
    const facts = fields
      .filter(({ name, read }) => name !== "name" && read(one) !== "")
      .map(({ label, read }) => element("div", {}, element("dt", {}, label), element("dd", {}, read(one))));
    const change = button("Change", () => this.#open(one), {
      "aria-label": `Change ${name} ${one.metadata.name}`,
    });
    return element(
      "li",
      { class: "resource" },
      element("h3", {}, one.metadata.name),
      element("dl", {}, ...facts),
      change,
    );
  }
}
