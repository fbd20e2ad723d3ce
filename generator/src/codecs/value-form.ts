import type { WireType } from "@bufbuild/protobuf/wire";
import type { Code } from "../code/code.js";

/** How one value looks in TypeScript, and what writes and reads it: the value of a field, or one of a list or map. */
export interface ValueForm {
  /** Type of a value that is there. */
  readonly type: Code;
  /** The same, or undefined. */
  readonly optionalType: Code;
  readonly wireType: WireType;
  /** The default of a scalar or an enum; undefined for messages, which are there or not. */
  readonly zero: Code | undefined;
  /** Condition for a value that is not the default. */
  isSet(value: Code): Code;
  /** Statement that writes a value behind its tag. */
  write(value: Code, number: number): Code;
  /** Statement that writes a value without a tag, in a packed list; undefined for what cannot be packed. */
  readonly writeInList: ((value: Code) => Code) | undefined;
  /** Expression that reads a value. What comes in pieces is merged into the earlier ones. */
  read(earlier?: Earlier): Code;
  /** Expression for a message without fields. */
  readEmpty(): Code;
}

/** Where the earlier pieces of a message are: an expression, given the type of the message. */
export type Earlier = (type: Code | undefined) => Code;
