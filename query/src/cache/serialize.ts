import { base64, bytesFromBase64 } from "../client/base64.js";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Converts the data of a query to plain JSON, for the option `serializeData` of `dehydrate`. It keeps what JSON does not
 * have: `bigint`, bytes, dates, maps, numbers such as NaN, and the unknown fields of messages. Properties that are
 * undefined are left out.
 */
export function serializeData(data: unknown): Json {
  switch (typeof data) {
    case "bigint":
      return { $bigint: String(data) };
    case "undefined":
      return { $undefined: true };
    case "number":
      return Number.isFinite(data) && !Object.is(data, -0)
        ? data
        : { $number: Object.is(data, -0) ? "-0" : String(data) };
    case "object":
      return data === null ? null : serializeObject(data);
    default:
      return data as Json;
  }
}

function serializeObject(data: object): Json {
  if (data instanceof Uint8Array) return { $bytes: base64(data) };
  if (data instanceof Date) return { $date: data.getTime() };
  if (data instanceof Map) return { $map: [...data].map((entry) => entry.map(serializeData)) };
  if (Array.isArray(data)) return data.map(serializeData);
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  const json = Object.fromEntries(entries.map(([name, value]) => [name, serializeData(value)]));
  // An object that looks like one of the forms above.
  return entries.length === 1 && entries[0]?.[0].startsWith("$") ? { $object: json } : json;
}

const readers: Readonly<Record<string, (value: never) => unknown>> = {
  $bigint: (text: string) => BigInt(text),
  $number: Number,
  $undefined: () => undefined,
  $bytes: bytesFromBase64,
  $date: (ms: number | null) => new Date(ms ?? Number.NaN),
  $map: (entries: readonly Json[]) => new Map(entries.map(deserializeData) as [unknown, unknown][]),
  $object: (json: object) => deserializeProperties(json),
};

/** Restores data that `serializeData` has converted, for the option `deserializeData` of `hydrate`. */
export function deserializeData(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(deserializeData);
  // Values, and objects that a framework has restored itself.
  if (Object.prototype.toString.call(json) !== "[object Object]") return json;
  const [name = "", ...others] = Object.keys(json as object);
  const read = others.length === 0 && Object.hasOwn(readers, name) ? readers[name] : undefined;
  return read
    ? read((json as Readonly<Record<string, never>>)[name] as never)
    : deserializeProperties(json as object);
}

function deserializeProperties(json: object): object {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, deserializeData(value)]));
}
