/**
 * The canonical text of a value of generated code: two values have one text
 * where they are the same on the wire and in what this SDK does not know of
 * them. The order of keys does not count, nor -0, and NaN equals NaN.
 */
export function dataText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      // The sum makes 0 of -0.
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
  if (Array.isArray(value)) return `[${value.map(dataText).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const texts = entries.flatMap(([key, one]: [unknown, unknown]) =>
    one === undefined ? [] : [`${dataText(key)}:${dataText(one)}`],
  );
  return `{${texts.sort().join()}}`;
}
