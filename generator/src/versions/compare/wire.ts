import type { ApiMessage } from "../api/api.js";
import type { WireClass } from "../finding/finding.js";
import type { ApiSides, Renames } from "./renames.js";

/** Both APIs, and the new names of renamed elements. */
export interface WireSides extends ApiSides {
  readonly renames: Renames;
}

/** How data of one type is read as another: 2 for all values, 1 for values that both can represent, 0 for none. */
interface Compatibility {
  readonly bytes: 0 | 1 | 2;
  readonly json: 0 | 1 | 2;
}

const same: Compatibility = { bytes: 2, json: 2 };
const nothing: Compatibility = { bytes: 0, json: 0 };

/** Classifies a change of a field's type (https://protobuf.dev/programming-guides/proto3/#updating). */
export function classifyWireChange(old: string, now: string, sides: WireSides): WireClass {
  const { bytes, json } = compareTypes(old, now, sides, new Set());
  if (bytes === 0) return "incompatible";
  if (json === 0) return "json";
  return bytes === 2 && json === 2 ? "same" : "common";
}

function compareTypes(old: string, now: string, sides: WireSides, seen: ReadonlySet<string>): Compatibility {
  const [a, b] = [parseType(old), parseType(now)];
  const value = (one = a.name, other = b.name): Compatibility => compareValues(one, other, sides, seen);
  if (a.isGroup !== b.isGroup) return { ...value(), bytes: 0 };
  if (a.shape === b.shape)
    return a.shape === "map" ? minCompatibility(value(), value(a.key, b.key)) : value();
  if (a.shape === "map" || b.shape === "map") return { bytes: compareEntries(a, b, sides, seen), json: 0 };
  // Lists of numbers are packed, which a reader of a single number does not accept.
  const isDelimited = [a.name, b.name].every((name) => !numbers.has(name) && !isEnum(name, sides));
  return isDelimited ? { bytes: minCompatibility(value(), { bytes: 1, json: 0 }).bytes, json: 0 } : nothing;
}

interface Parsed {
  readonly shape: "one" | "list" | "map";
  readonly isGroup: boolean;
  readonly name: string;
  readonly key: string;
}

function parseType(type: string): Parsed {
  const [, key, value] = /^map<(\w+), (.*)>$/.exec(type) ?? [];
  if (value !== undefined) return { shape: "map", isGroup: false, name: value, key: key ?? "" };
  const shape = type.startsWith("repeated ") ? "list" : "one";
  const rest = type.replace(/^repeated /, "");
  return { shape, isGroup: rest.startsWith("group "), name: rest.replace(/^group /, ""), key: "" };
}

/** Wire encodings of number types. Types with the same encoding read each other's bytes. */
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

function compareValues(old: string, now: string, sides: WireSides, seen: ReadonlySet<string>): Compatibility {
  if ((sides.renames.get(old) ?? old) === now) return same;
  const [a, b] = [numbers.get(old), numbers.get(now)];
  if (a !== undefined && b !== undefined) {
    const isNumber = old !== "bool" && now !== "bool";
    return { bytes: a === b ? 1 : 0, json: isNumber ? 1 : 0 };
  }
  const [oldEnum, newEnum] = [sides.before.enums.get(old), sides.after.enums.get(now)];
  if (oldEnum && newEnum) return compareEnums(oldEnum.values, newEnum.values);
  // JSON contains the names of enum values, and not their numbers.
  if (oldEnum || newEnum) return { bytes: (oldEnum ? b : a) === "varint" ? 1 : 0, json: 0 };
  const [oldMessage, newMessage] = [sides.before.messages.get(old), sides.after.messages.get(now)];
  if (oldMessage && newMessage) return compareMessages(oldMessage, newMessage, sides, seen);
  const texts = [old, now].map((name) =>
    sides.before.messages.has(name) || sides.after.messages.has(name) ? "message" : name,
  );
  // Bytes may contain a string or a message.
  return texts.includes("bytes") && a === undefined && b === undefined ? { bytes: 1, json: 0 } : nothing;
}

function isEnum(name: string, { before, after }: WireSides): boolean {
  return before.enums.has(name) || after.enums.has(name);
}

type Values = ReadonlyMap<string, { readonly number: number }>;

function compareEnums(old: Values, now: Values): Compatibility {
  const retained = [...old].filter(([name, { number }]) => now.get(name)?.number === number).length;
  // An enum with more values is one that values were added to.
  const isSame = retained === old.size;
  return { bytes: isSame ? 2 : 1, json: isSame ? 2 : retained > 0 ? 1 : 0 };
}

/** Compares messages by the types of the fields with the same number. */
function compareMessages(
  old: ApiMessage,
  now: ApiMessage,
  sides: WireSides,
  seen: ReadonlySet<string>,
): Compatibility {
  const pair = `${old.name} ${now.name}`;
  // A recursive message is decided by its other fields.
  if (seen.has(pair)) return same;
  // Well-known types have a special JSON form, except `Empty`.
  const isWellKnown = [old, now].some(({ name }) => /^google\.protobuf\.(?!Empty$)/.test(name));
  const inner = new Set([...seen, pair]);
  const byNumber = new Map([...now.fields.values()].map((field) => [field.number, field]));
  const fits = [...old.fields.values()].flatMap((field): Compatibility[] => {
    const other = byNumber.get(field.number);
    if (!other) return [];
    const fit = compareTypes(field.type, other.type, sides, inner);
    const isKept = field.presence === other.presence && field.oneof === other.oneof;
    return [
      {
        bytes: isKept ? fit.bytes : minCompatibility(fit, { bytes: 1, json: 1 }).bytes,
        json: field.jsonName === other.jsonName ? fit.json : 0,
      },
    ];
  });
  const isWhole = fits.length === old.fields.size && fits.length === now.fields.size;
  if (fits.length === 0 && !isWhole) return nothing;
  const fit = [...fits, ...(isWhole ? [] : [{ bytes: 1, json: 1 } as const])].reduce(minCompatibility, same);
  return isWellKnown ? { ...fit, json: 0 } : fit;
}

/** On the wire, a map is a list of entries with a key and a value. */
function compareEntries(
  a: Parsed,
  b: Parsed,
  sides: WireSides,
  seen: ReadonlySet<string>,
): Compatibility["bytes"] {
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
    isOldMap ? compareTypes(one, other, sides, seen) : compareTypes(other, one, sides, seen),
  );
  return fits.reduce(minCompatibility, same).bytes;
}

function minCompatibility(a: Compatibility, b: Compatibility): Compatibility {
  return { bytes: a.bytes < b.bytes ? a.bytes : b.bytes, json: a.json < b.json ? a.json : b.json };
}
