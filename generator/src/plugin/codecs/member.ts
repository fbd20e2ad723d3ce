import type { Code } from "../../kit/code/code.js";

/** A property of a message, and what the codec does for it. */
export interface Member {
  /** Its lines in the interface. */
  readonly declaration: Code;
  /** What the codec does; undefined where there is none. */
  readonly codec: MemberCodec | undefined;
}

/** What the codec of a message does for a property. */
export interface MemberCodec {
  readonly property: string;
  /** A message that is read does not have the property where nothing was read for it. */
  readonly mayBeAbsent: boolean;
  /** The statements that write its fields. */
  readonly writing: readonly Writing[];
}

/** A statement that writes a field. */
export interface Writing {
  /** Number of the field. */
  readonly number: number;
  readonly text: Code;
  /** Of a oneof's member: what tells which one is set, and its name. */
  readonly choice?: { readonly of: Code; readonly name: Code };
}
