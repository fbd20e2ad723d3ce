import type { Code } from "../../kit/code/code.js";

/** How one value looks in TypeScript, and what writes it: the value of a field, or one of a list or map. */
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
  /** Returns the name of the writer in the runtime, for maps and packed lists. */
  kind(): Code;
  /** Statement that writes a value behind its tag. */
  write(value: Code): Code;
}
