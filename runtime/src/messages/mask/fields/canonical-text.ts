/**
 * Formats a value of generated code as canonical text. Two values have the same text if they are equal on the wire, unknown
 * fields included. The order of keys does not matter, 0 equals -0, and NaN equals NaN.
 */
export function toCanonicalText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      // Adding 0 turns -0 into 0.
      return String(value + 0);
    case "bigint":
      return `${value}n`;
    case "object":
      return value === null ? "null" : objectText(value);
    default:
      return String(value);
  }
}

function objectText(value: object): string {
  if (value instanceof Uint8Array) return `<${value.join()}>`;
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const texts = entries.flatMap(([key, one]: [unknown, unknown]) =>
    one === undefined ? [] : [`${toCanonicalText(key)}:${toCanonicalText(one)}`],
  );
  return `{${texts.sort().join()}}`;
}
