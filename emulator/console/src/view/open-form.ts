/** The request that the next form begins with. */
import { routeTo } from "../state/route.js";
import type { Json } from "../text/json.js";

/** A method with a request. */
export interface OpenedForm {
  readonly method: string;
  readonly message: Json;
  readonly mask?: string | undefined;
}

/** The request that the next form begins with. */
let opened: OpenedForm | undefined;

/** Opens the form of a method with a request. */
export function openForm(form: OpenedForm): void {
  opened = form;
  location.hash = routeTo("method", { name: form.method });
}

/** Takes what the form begins with, once. */
export function takeOpened(method: string): OpenedForm {
  const taken = opened?.method === method ? opened : { method, message: {} };
  opened = undefined;
  return taken;
}
