import { QueryUsageError } from "./usage-error.js";
import { base64 } from "./base64.js";
import type { Field, MessageTable, ValueType } from "./describe-call.js";

type Properties = { readonly [name: string]: unknown };

/**
 * Writes a request as proto3 JSON, for a key. The client has checked the request. It is a small form of the runtime's
 * `toJson`, which would add its checks and its registry of types to every page. It does not decode an `Any`.
 *
 * @throws QueryUsageError SECRET_IN_KEY if a secret field is set.
 */
export function requestJson(table: MessageTable, message: unknown): unknown {
  const [, time] = /^google\.protobuf\.(Timestamp|Duration)$/.exec(table.typeName) ?? [];
  if (time) return timeText(message as never, time === "Timestamp");
  const json: [string, unknown][] = [];
  for (const field of table.fields) {
    const value = readField(field, message as Properties);
    if (value === undefined) continue;
    if (field.isSecret)
      throw new QueryUsageError("SECRET_IN_KEY", `a key would show ${field.name}, which is secret`);
    json.push([field.json, fieldJson(field.shape, value)]);
  }
  return Object.fromEntries(json);
}

/** Returns the value of a field that JSON contains; undefined if it is absent or has its default. */
function readField(
  { oneof, local, shape: { kind, type }, hasPresence }: Field,
  message: Properties,
): unknown {
  if (oneof) {
    const member = message[oneof.local] as { $case: string; value: unknown } | undefined;
    return member?.$case === local ? member.value : undefined;
  }
  const value = message[local];
  const isDefault =
    kind !== "single"
      ? listEntries(value).length === 0
      : !hasPresence &&
        /scalar|enum/.test(type.kind) &&
        (value instanceof Uint8Array ? value.length === 0 : isZero(type, value));
  return isDefault ? undefined : value;
}

/** Whether a scalar is the default. 64-bit integers may be strings. */
function isZero({ longAsString }: ValueType, value: unknown): boolean {
  return longAsString === true ? value === "0" : !value && !Object.is(value, -0) && !Number.isNaN(value);
}

/** Lists the entries of a list, or of a map in either form. */
function listEntries(several: unknown): [unknown, unknown][] {
  const entries = several instanceof Map ? [...several] : Object.entries(several as object);
  return entries.filter(([, value]) => value !== undefined);
}

function fieldJson({ kind, type }: Field["shape"], value: unknown): unknown {
  if (kind === "single") return valueJson(type, value);
  const entries = listEntries(value).map(([key, one]) => [String(key), valueJson(type, one)] as const);
  return kind === "list" ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

function valueJson({ table, values, name }: ValueType, value: unknown): unknown {
  if (table) return requestJson(table, value);
  if (values) {
    const known = Object.keys(values).find((one) => values[one] === value);
    return known === "NULL_VALUE" ? null : (known ?? value);
  }
  if (name === "google.protobuf.FieldMask")
    return String(value).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (value instanceof Uint8Array) return base64(value);
  return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
    ? String(value)
    : value;
}

/** Writes a Timestamp (RFC 3339) or a Duration. */
function timeText(
  { seconds, nanos }: { readonly seconds: bigint; readonly nanos: number },
  isDate: boolean,
): string {
  const digits = String(Math.abs(nanos))
    .padStart(9, "0")
    .replace(/(000){1,3}$/, "");
  const whole = isDate
    ? new Date(Number(seconds) * 1000).toISOString().slice(0, -5)
    : (seconds < 0n || nanos < 0 ? "-" : "") + String(seconds).replace("-", "");
  return `${whole}${digits && "."}${digits}${isDate ? "Z" : "s"}`;
}
