/** Pages whose figures need a producer: README.md and those of docs/, but for the decisions. */
export const figurePages: readonly string[];

/** The marked figures of a page. */
export function figuresIn(text: string): readonly {
  /** The long test that prints it. */
  readonly test: string;
  readonly name: string;
  readonly content: string;
  readonly line: number;
}[];

/**
 * Numbers with a unit of measured things that no marker surrounds.
 * @param allowed Texts whose numbers are limits or settings.
 */
export function strayFigures(
  text: string,
  allowed?: readonly string[],
): readonly { readonly found: string; readonly line: number }[];

/** The page with another content of a figure, wherever it is marked. A table keeps its blank lines. */
export function replaceFigures(text: string, test: string, name: string, content: string): string;

/** Figures of a page without a marker or without a producer, and allowed texts that are gone. */
export function faultsIn(page: string, text: string): readonly string[];
