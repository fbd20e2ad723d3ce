/**
 * A number of a JSON text that a JavaScript number may not hold digit by digit. A field reads it as it reads the
 * same number in quotes.
 */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value where no field asks for digits: the number that `JSON.parse` would have given. */
export function plainNumber(json: unknown): unknown {
  return json instanceof NumberText ? Number(json.text) : json;
}

/** A value with all that is in it, in the numbers that `JSON.parse` would have given. */
export function withPlainNumbers(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withPlainNumbers);
  if (typeof json !== "object" || json === null || json instanceof NumberText) return plainNumber(json);
  // From entries, since a name may be `__proto__`.
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withPlainNumbers(value)]));
}
