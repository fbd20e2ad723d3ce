/**
 * Readers for values as the server sent them. The client returns a response as received even if it does not match
 * its description, so any value may be missing, null or of another type. Each reader takes `unknown`, never throws,
 * and returns undefined if nothing can be shown.
 */

/** A record with unknown properties. */
export type Fields = Readonly<Record<string, unknown>>;

/** Formats any value as text for people. Returns undefined if the value is empty. */
export function readText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return joined(value.map(readText), ", ");
  if (typeof value !== "object") return String(value);
  return joined(
    Object.entries(value).map(([name, inner]) => {
      const text = readText(inner);
      return text === undefined ? undefined : `${name}: ${text}`;
    }),
    ", ",
  );
}

/** Joins the texts that are not empty. Returns undefined if all are empty. */
export function joined(texts: readonly (string | undefined)[], by = " "): string | undefined {
  return texts.filter((text) => text !== undefined && text !== "").join(by) || undefined;
}

/** A finite number, or text that is one. */
export function readNumber(value: unknown): number | undefined {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && value.trim() !== ""
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The fields of a record. Any other value that is not empty becomes its field `name`. */
export function readFields(value: unknown, name: string): Fields {
  if (isRecord(value)) return value;
  const text = readText(value);
  return text === undefined ? {} : { [name]: text };
}

/**
 * The records of a list. A single record is treated as a list of one. An empty record is kept; null and empty text
 * are dropped.
 */
export function readRecords(value: unknown, name: string): readonly Fields[] {
  const records: unknown[] = Array.isArray(value) ? value : [value];
  return records
    .filter((record) => isRecord(record) || readText(record) !== undefined)
    .map((record) => readFields(record, name));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
