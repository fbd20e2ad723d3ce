import type { Code } from "../code/code.js";

/**
 * What a template is filled with: source text, yes or no, views, and lists. What may be missing is `false` in
 * its place. A plain string has no place in one, so that text of an API comes to a template by `Code` alone.
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
  /** What comes of it is laid out already, so that it is not formatted. Default false. */
  readonly isLaidOut?: boolean;
}
