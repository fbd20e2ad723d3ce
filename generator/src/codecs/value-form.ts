import type { Code } from "../code/code.js";

/** How one value looks in TypeScript, and what writes and reads it: the value of a field, or one of a list or map. */
export interface ValueForm {
  /** Type of a value that is there. */
  readonly type: Code;
  /** The same, or undefined. */
  readonly optionalType: Code;
  /** Wire type of a value. */
  readonly wireType: number;
  /** The default of a scalar or an enum; undefined for messages, which are there or not. */
  readonly zero: Code | undefined;
  /** Condition for a value that is not the default. */
  isSet(value: Code): Code;
  /** What the runtime reads and writes the values by, in maps and packed lists. */
  kind(): Code;
  /** Statement that writes a value behind its tag. */
  write(value: Code): Code;
  /** Statements that read a value and put it where it belongs. */
  read(put: Put, earlier?: Earlier): Statements;
}

/** Statement that does something with a value that was read. */
export type Put = (value: Code) => Code;

/** Where the earlier pieces of a message are, which later ones are merged into: an expression, given its type. */
export type Earlier = (type: Code) => Code;

export interface Statements {
  readonly text: Code;
  /** They declare variables. */
  readonly isBlock: boolean;
}

/** Statements that put the value of an expression where it belongs. */
export function readBy(read: (earlier: Earlier | undefined) => Code): ValueForm["read"] {
  return (put, earlier) => ({ text: put(read(earlier)), isBlock: false });
}
