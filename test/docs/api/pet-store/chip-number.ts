/** The number of a chip, in its parts. */
export interface ChipNumber {
  readonly country: string;
  readonly serial: string;
}

/** Reads fifteen digits, of which the first three are the country's; undefined for anything else. */
export function parseChipNumber(text: string): ChipNumber | undefined {
  return /^\d{15}$/.test(text) ? { country: text.slice(0, 3), serial: text.slice(3) } : undefined;
}
