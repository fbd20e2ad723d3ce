/** How a value is compared (AIP-160, "Comparison operators" and "Has operator"). */
export type Comparator = "=" | "!=" | "<" | "<=" | ">" | ">=" | ":";

/** A value of a filter, before a field tells its type. */
export interface Literal {
  /** The text, without quotes and escapes; wildcards are `*`. */
  readonly text: string;
  /** The parts of the text between the wildcards. One part if the text has no wildcards. */
  readonly parts: readonly string[];
  readonly position: number;
}

/** A part of the path to a field: the name of a field or the key of a map. */
export interface Segment {
  readonly name: string;
  readonly position: number;
}

/** A filter as a tree, in the words of AIP-160. A sequence without operators is an `and`. */
export type Filter =
  | { readonly kind: "and" | "or"; readonly operands: readonly Filter[] }
  | { readonly kind: "not"; readonly operand: Filter }
  | {
      readonly kind: "restriction";
      readonly path: readonly Segment[];
      readonly comparator: Comparator;
      readonly literal: Literal;
    }
  | {
      readonly kind: "global";
      /** The literal as a path to a field, which it may have been meant as; empty when it is quoted. */
      readonly path: readonly Segment[];
      readonly literal: Literal;
    };
