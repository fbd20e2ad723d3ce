/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from catalogue/credits.ts. DO NOT EDIT. */
/** Credits, or the range from which they are chosen. */
export interface CreditRange {
  readonly min: number;
  /** Equal to `min` if the credits are fixed. */
  readonly max: number;
}

/**
 * Reads credits in every form in which they may come: `"4"`, `4`, a range as
 * text (`"1-16"`, also with spaces or another dash) or as a list (`[1, 16]`; of
 * a longer list its ends). Gives undefined for anything else.
 */
export function parseCredits(credits: string | number | readonly number[]): CreditRange | undefined {
  const numbers =
    typeof credits === "string"
      ? credits
          .trim()
          .split(/\s*[-\u2010-\u2015]\s*/)
          .map((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN))
      : [credits].flat();
  const isText = typeof credits === "string";
  if (numbers.length === 0 || (isText && numbers.length > 2)) return undefined;
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return undefined;
  const [min = 0, max = min] = [Math.min(...numbers), Math.max(...numbers)];
  // A range that runs backwards says that something else is meant.
  return isText && numbers[0] !== min ? undefined : { min, max };
}
