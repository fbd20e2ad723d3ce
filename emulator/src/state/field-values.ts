import type { FieldValues } from "../messages/assign.js";

/**
 * Converts field values to JSON. A bigint, bytes or a time, which JSON lacks, becomes an object with one special
 * property.
 */
export function saveFieldValues(values: FieldValues): unknown {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, save(value)]));
}

/** Converts the JSON of `saveFieldValues` back to field values. */
export function loadFieldValues(saved: unknown): FieldValues {
  return load(saved) as FieldValues;
}

function save(value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Date) return { $time: value.getTime() };
  if (Array.isArray(value)) return value.map(save);
  return typeof value === "object" && value !== null ? saveFieldValues(value as FieldValues) : value;
}

function load(saved: unknown): unknown {
  if (Array.isArray(saved)) return saved.map(load);
  if (typeof saved !== "object" || saved === null) return saved;
  const { $bigint, $bytes, $time } = saved as Readonly<Record<string, unknown>>;
  if (typeof $bigint === "string") return BigInt($bigint);
  if (typeof $bytes === "string") return new Uint8Array(Buffer.from($bytes, "base64"));
  if (typeof $time === "number") return new Date($time);
  return Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, load(value)]));
}
