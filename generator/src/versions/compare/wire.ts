import type { Api, ApiMessage } from "../api/api.js";
import type { WireClass } from "../finding/finding.js";
import type { Renames } from "./renames.js";

/** Both APIs, and the new names of what the old one calls otherwise. */
export interface WireSides {
  readonly before: Api;
  readonly after: Api;
  readonly renames: Renames;
}

/** How what one type wrote is read with another, by bytes and by JSON: all of it, common values of it, or nothing. */
interface Fit {
  readonly bytes: 0 | 1 | 2;
  readonly json: 0 | 1 | 2;
}

const same: Fit = { bytes: 2, json: 2 };
const nothing: Fit = { bytes: 0, json: 0 };

/** How bytes and JSON of a field fare if its type changes (https://protobuf.dev/programming-guides/proto3/#updating). */
export function wireClass(old: string, now: string, sides: WireSides): WireClass {
  const { bytes, json } = fitOf(old, now, sides, new Set());
  if (bytes === 0) return "incompatible";
  if (json === 0) return "json";
  return bytes === 2 && json === 2 ? "same" : "common";
}

function fitOf(old: string, now: string, sides: WireSides, seen: ReadonlySet<string>): Fit {
  const [a, b] = [parsed(old), parsed(now)];
  const value = (one = a.name, other = b.name): Fit => ofValues(one, other, sides, seen);
  if (a.isGroup !== b.isGroup) return { ...value(), bytes: 0 };
  if (a.shape === b.shape) return a.shape === "map" ? worse(value(), value(a.key, b.key)) : value();
  if (a.shape === "map" || b.shape === "map") return { bytes: ofEntries(a, b, sides, seen), json: 0 };
  // Lists of numbers are packed, which is no number to those who read one.
  const isDelimited = [a.name, b.name].every((name) => !numbers.has(name) && !isEnum(name, sides));
  return isDelimited ? { bytes: worse(value(), { bytes: 1, json: 0 }).bytes, json: 0 } : nothing;
}

interface Parsed {
  readonly shape: "one" | "list" | "map";
  readonly isGroup: boolean;
  readonly name: string;
  readonly key: string;
}

function parsed(type: string): Parsed {
  const [, key, value] = /^map<(\w+), (.*)>$/.exec(type) ?? [];
  if (value !== undefined) return { shape: "map", isGroup: false, name: value, key: key ?? "" };
  const shape = type.startsWith("repeated ") ? "list" : "one";
  const rest = type.replace(/^repeated /, "");
  return { shape, isGroup: rest.startsWith("group "), name: rest.replace(/^group /, ""), key: "" };
}

/** Numbers by what their bytes are; those of one kind are read as each other. */
const numbers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    varint: ["int32", "int64", "uint32", "uint64", "bool"],
    zigzag: ["sint32", "sint64"],
    four: ["fixed32", "sfixed32"],
    eight: ["fixed64", "sfixed64"],
    float: ["float"],
    double: ["double"],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

function ofValues(old: string, now: string, sides: WireSides, seen: ReadonlySet<string>): Fit {
  if ((sides.renames.get(old) ?? old) === now) return same;
  const [a, b] = [numbers.get(old), numbers.get(now)];
  if (a !== undefined && b !== undefined) {
    const isNumber = old !== "bool" && now !== "bool";
    return { bytes: a === b ? 1 : 0, json: isNumber ? 1 : 0 };
  }
  const [oldEnum, newEnum] = [sides.before.enums.get(old), sides.after.enums.get(now)];
  if (oldEnum && newEnum) return ofEnums(oldEnum.values, newEnum.values);
  // Names of values are no numbers.
  if (oldEnum || newEnum) return { bytes: (oldEnum ? b : a) === "varint" ? 1 : 0, json: 0 };
  const [oldMessage, newMessage] = [sides.before.messages.get(old), sides.after.messages.get(now)];
  if (oldMessage && newMessage) return ofMessages(oldMessage, newMessage, sides, seen);
  const texts = [old, now].map((name) =>
    sides.before.messages.has(name) || sides.after.messages.has(name) ? "message" : name,
  );
  // Bytes may hold a text, or a message.
  return texts.includes("bytes") && a === undefined && b === undefined ? { bytes: 1, json: 0 } : nothing;
}

function isEnum(name: string, { before, after }: WireSides): boolean {
  return before.enums.has(name) || after.enums.has(name);
}

type Values = ReadonlyMap<string, { readonly number: number }>;

function ofEnums(old: Values, now: Values): Fit {
  const kept = [...old].filter(([name, { number }]) => now.get(name)?.number === number).length;
  const isSame = kept === old.size && kept === now.size;
  return { bytes: isSame ? 2 : 1, json: isSame ? 2 : kept > 0 ? 1 : 0 };
}

/** Messages are what their fields are, by number. */
function ofMessages(old: ApiMessage, now: ApiMessage, sides: WireSides, seen: ReadonlySet<string>): Fit {
  const pair = `${old.name} ${now.name}`;
  // A message in itself is as the rest of it.
  if (seen.has(pair)) return same;
  // Others have JSON of their own.
  const isWellKnown = [old, now].some(({ name }) => name.startsWith("google.protobuf."));
  const inner = new Set([...seen, pair]);
  const byNumber = new Map([...now.fields.values()].map((field) => [field.number, field]));
  const fits = [...old.fields.values()].flatMap((field): Fit[] => {
    const other = byNumber.get(field.number);
    if (!other) return [];
    const fit = fitOf(field.type, other.type, sides, inner);
    const isKept = field.presence === other.presence && field.oneof === other.oneof;
    return [
      {
        bytes: isKept ? fit.bytes : worse(fit, { bytes: 1, json: 1 }).bytes,
        json: field.jsonName === other.jsonName ? fit.json : 0,
      },
    ];
  });
  const isWhole = fits.length === old.fields.size && fits.length === now.fields.size;
  if (fits.length === 0 && !isWhole) return nothing;
  const fit = [...fits, ...(isWhole ? [] : [{ bytes: 1, json: 1 } as const])].reduce(worse, same);
  return isWellKnown ? { ...fit, json: 0 } : fit;
}

/** On the wire a map is a list of entries, which have a key and a value. */
function ofEntries(a: Parsed, b: Parsed, sides: WireSides, seen: ReadonlySet<string>): Fit["bytes"] {
  const isOldMap = a.shape === "map";
  const [map, list] = isOldMap ? [a, b] : [b, a];
  const entry = (isOldMap ? sides.after : sides.before).messages.get(list.name);
  if (list.shape !== "list" || entry?.fields.size !== 2) return 0;
  const typeOf = (number: number): string =>
    [...entry.fields.values()].find((field) => field.number === number)?.type ?? "";
  const fits = [
    [map.key, typeOf(1)],
    [map.name, typeOf(2)],
  ].map(([one = "", other = ""]) =>
    isOldMap ? fitOf(one, other, sides, seen) : fitOf(other, one, sides, seen),
  );
  return fits.reduce(worse, same).bytes;
}

function worse(a: Fit, b: Fit): Fit {
  return { bytes: a.bytes < b.bytes ? a.bytes : b.bytes, json: a.json < b.json ? a.json : b.json };
}
