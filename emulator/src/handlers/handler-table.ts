import type { Api } from "../descriptors/api.js";
import type { Handler } from "./handler.js";

/** The handlers that users added, by `package.Service/Method`. */
export class HandlerTable {
  readonly #api: Api;
  readonly #handlers = new Map<string, Handler>();

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Adds a handler, or puts it in the place of the one there.
   *
   * @throws an Error when the API has no such method
   */
  add(method: string, handler: Handler): void {
    this.#handlers.set(findMethodName(this.#api, method), handler);
  }

  /** The handler of a method. */
  get(method: string): Handler | undefined {
    return this.#handlers.get(method);
  }
}

/**
 * The full name of a method that is given as `package.Service/Method` or, where
 * that is clear, as `Service/Method`.
 *
 * @throws an Error when the API has no such method, or several
 */
export function findMethodName(api: Api, given: string): string {
  const name = given.replace(/^\//, "");
  if (api.methods.has(name)) return name;
  const fitting = [...api.methods.keys()].filter((full) => full.endsWith(`.${name}`));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const advice =
    fitting.length > 1 ? `say which: ${fitting.join(", ")}` : "it is written package.Service/Method";
  throw new Error(
    `the API has ${fitting.length > 1 ? "several methods" : "no method"} ${JSON.stringify(given)}; ${advice}`,
  );
}
