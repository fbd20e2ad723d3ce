import type Handlebars from "handlebars";
import type { View } from "./page.js";

/** A template: made in an instance of Handlebars, which has the blocks that it may hold. */
export type Template = (handlebars: typeof Handlebars) => HandlebarsTemplateDelegate<View>;

/** Templates by name: the path of a template below its folder, without `.hbs`. */
export type Templates = ReadonlyMap<string, Template>;

/** The blocks that a template may hold. */
export const blocks = ["if", "unless", "each", "with"] as const;

/** The helper that every plain `{{name}}` is turned into. */
export const printer = "print";

/** An error in a template, or of a view that lacks a name. The message begins with the template. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  /** @param place The template, with the line if it is known. */
  constructor(place: string, problem: string, options?: ErrorOptions) {
    super(`template ${place}: ${problem}`, options);
  }
}
