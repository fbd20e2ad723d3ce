/**
 * Reading of values as they were sent. The client gives an answer as received also where it is not as
 * described, so that anything may be missing, null or of another type: each reader takes `unknown`, never
 * throws, and gives undefined where there is nothing to show.
 */

/** A record of which nothing is known but that it has names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Any value as text for people; undefined where it says nothing. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return joined(value.map(textOf), ", ");
  if (typeof value !== "object") return String(value);
  return joined(
    Object.entries(value).map(([name, inner]) => {
      const text = textOf(inner);
      return text === undefined ? undefined : `${name}: ${text}`;
    }),
    ", ",
  );
}

/** The texts that say something, joined; undefined where none does. */
export function joined(texts: readonly (string | undefined)[], by = " "): string | undefined {
  return texts.filter((text) => text !== undefined && text !== "").join(by) || undefined;
}

/** A finite number, or text that is one. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && value.trim() !== ""
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The names of a record. Anything else that says something is taken for its field `name`. */
export function fieldsOf(value: unknown, name: string): Fields {
  if (isRecord(value)) return value;
  const text = textOf(value);
  return text === undefined ? {} : { [name]: text };
}

/**
 * The records of a list; one that stands alone is a list of one. A record of which nothing is known is one all
 * the same; null and empty text in the place of a record are none.
 */
export function recordsOf(value: unknown, name: string): readonly Fields[] {
  const records: unknown[] = Array.isArray(value) ? value : [value];
  return records
    .filter((record) => isRecord(record) || textOf(record) !== undefined)
    .map((record) => fieldsOf(record, name));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
