/** A line of a program, and what it uses. */
export interface Line {
  /** An expression, most often a function that does one thing. */
  readonly text: string;
  /** Elements of the protos, the one that it is about first. */
  readonly elements: readonly string[];
}

/** A program, and what each of its lines uses. */
export interface Program {
  readonly text: string;
  /** By the number of the line, counted from 1. */
  readonly lines: ReadonlyMap<number, Line>;
}
