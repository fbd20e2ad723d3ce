import { code, type Code } from "../code/code.js";
import type { Statements } from "./value-form.js";

/** A property of a message, and what the codec does for it. */
export interface Member {
  /** Its lines in the interface. */
  readonly declaration: Code;
  /** What the codec does; undefined where there is none. */
  readonly codec: MemberCodec | undefined;
}

/** What the codec of a message does for a property. */
export interface MemberCodec {
  /** The property in a message that holds nothing; undefined where it is left out. */
  readonly initial: readonly [name: string, value: Code] | undefined;
  readonly writing: readonly Writing[];
  readonly reading: readonly Reading[];
}

/** A statement that writes a field. */
export interface Writing {
  /** Number of the field. */
  readonly number: number;
  readonly text: Code;
  /** What the cases of a oneof's members are cases of: `message.source?.$case`. */
  readonly switchOn?: Code;
}

/** Statements that read what stands behind a tag. */
export interface Reading extends Statements {
  readonly tag: Code;
}

/** `case 10: ...`, for the switch of a decoder. */
export function printReading({ tag, text, isBlock }: Reading): Code {
  return isBlock ? code`case ${tag}: {\n${text}\nbreak;\n}\n` : code`case ${tag}:\n${text}\nbreak;\n`;
}
