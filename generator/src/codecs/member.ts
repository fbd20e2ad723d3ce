import { code, json, type Code } from "../code/code.js";

/** A property of a message, and what the codec does for it. */
export interface Member {
  /** Its lines in the interface. */
  readonly declaration: Code;
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

/** Statements that read what comes behind a tag. */
export interface Reading {
  readonly tag: number;
  readonly text: Code;
  /** They declare variables. */
  readonly isBlock?: boolean;
}

/** `case 10: ...`, for the switch of a decoder. */
export function printReading({ tag, text, isBlock = false }: Reading): Code {
  return isBlock
    ? code`case ${json(tag)}: {\n${text}\nbreak;\n}\n`
    : code`case ${json(tag)}:\n${text}\nbreak;\n`;
}
