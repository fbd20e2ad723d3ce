import type { Handler } from "./handler.js";

/** The handlers of methods, by `package.Service/Method`. */
export class HandlerTable extends Map<string, Handler> {
  /** The methods that each source handles. */
  readonly #sources = new Map<string, readonly string[]>();

  /**
   * Calls a function that adds handlers. A later call with the same source first removes those that it added. If the function
   * throws, all handlers remain as they were.
   */
  async addFrom(source: string, add: () => unknown): Promise<void> {
    const before = new Map(this);
    for (const name of this.#sources.get(source) ?? []) this.delete(name);
    const others = new Map(this);
    try {
      await add();
    } catch (error) {
      this.clear();
      for (const [name, handler] of before) this.set(name, handler);
      throw error;
    }
    const added = [...this].filter(([name, handler]) => others.get(name) !== handler);
    this.#sources.set(
      source,
      added.map(([name]) => name),
    );
  }
}
