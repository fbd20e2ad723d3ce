import type { Code } from "../code/code.js";

/**
 * The data for a template: source text, booleans, views and lists. An optional value is `false` if it is absent. A
 * plain string is a type error, so that text of an API reaches a template only as `Code`.
 */
export type View = { readonly [name: string]: Code | boolean | View | readonly (Code | View)[] };

/** A text to print: a template and its view. */
export interface Part<V extends View = View> {
  /** The path of the template below `templates/`, without `.hbs`. */
  readonly template: string;
  readonly view: V;
}

/** A file to print. */
export interface Page<V extends View = View> extends Part<V> {
  /** The path in the output folder. */
  readonly path: string;
  /** Whether the result must not be formatted, because it is already laid out. Default: `false`. */
  readonly isLaidOut?: boolean;
}
