import type { Code } from "../code/code.js";

/**
 * The data for a template: source text, booleans, views and lists. An optional value is `false` if it is absent. A
 * plain string is a type error, so that text of an API reaches a template only as `Code`.
 */
export type View = { readonly [name: string]: Code | boolean | View | readonly (Code | View)[] };

/** Text to be made: the template that prints it, and the view that fills it, named in one place. */
export interface Part<V extends View = View> {
  /** The template below templates/, without `.hbs`. */
  readonly template: string;
  readonly view: V;
}

/** A file to be made. */
export interface Page<V extends View = View> extends Part<V> {
  /** Place in the output. */
  readonly path: string;
  /** The result is laid out already and must not be formatted. Default: false. */
  readonly isLaidOut?: boolean;
}
