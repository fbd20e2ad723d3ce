/** A line of a program, with the elements that it uses. */
export interface Line {
  /** An expression, usually a function. */
  readonly text: string;
  /** Proto elements, the most specific first. */
  readonly elements: readonly string[];
  /** The message that a request line creates without any field. */
  readonly creates?: string | undefined;
}

/** A program with its lines. */
export interface Program {
  readonly text: string;
  /** Lines by number, from 1. */
  readonly lines: ReadonlyMap<number, Line>;
}
