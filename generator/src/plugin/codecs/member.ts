import type { Code } from "../../kit/code/code.js";

/** A property of a message, and what the codec does for it. */
export interface Member {
  /** Its lines in the interface. */
  readonly declaration: Code;
  /** The part of the codec for the property; undefined if there is no codec. */
  readonly codec: MemberCodec | undefined;
}

/** The code of a codec for one property. */
export interface MemberCodec {
  readonly property: string;
  /** A decoded message lacks the property if it was not received. */
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
