import { trust, type Code } from "./source-text.js";

/** A string literal; also the form of a string in JSON. */
export function string(text: string): Code {
  // Nearly all of them: nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return trust(`"${text}"`);
  return trust(escapeUnseen(JSON.stringify(text)));
}

/**
 * A value of JSON as a literal. A bigint is a number.
 * @throws Error for a key `__proto__`, which a literal takes for the prototype.
 */
export function json(value: unknown): Code {
  // The usual case, such as the number of a field.
  if (typeof value === "number" && Number.isSafeInteger(value)) return trust(String(value));
  return trust(escapeUnseen(JSON.stringify(value, refusePrototypes)));
}

/** The same for a member of the outermost object of a file of JSON, over lines as `JSON.stringify` lays them out. */
export function jsonMember(value: unknown): Code {
  const text = JSON.stringify(value, refusePrototypes, 2);
  return trust(escapeUnseen(text.replaceAll("\n", "\n  ")));
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new Error("a literal cannot have a key __proto__");
  if (typeof value === "bigint") return Number(value);
  return value;
}

/** Prints a number, including those that JSON cannot represent. */
export function number(value: number): Code {
  return trust(Object.is(value, -0) ? "-0" : String(value));
}

/** Calls `BigInt`, because compilers refuse a literal such as `5n` if the target is older than ES2020. */
export function bigintCall(value: bigint): Code {
  const isSafe = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value));
  return trust(isSafe ? `BigInt(${value})` : `BigInt("${value}")`);
}

/** An integer with all its digits: `5n`, or `5` in the type `number`. */
export function bigint(value: bigint, suffix: "n" | "" = "n"): Code {
  return trust(`${value}${suffix}`);
}

/**
 * A regular expression: a literal, which bundlers leave out where it is not used; made of its text where it is read
 * in the older way, or has what not every compiler knows.
 */
export function regExp(source: string, isUnicode: boolean): Code {
  if (!isUnicode || /\\p|\(\?/i.test(source)) {
    return trust(`/*@__PURE__*/ new RegExp(${string(source)}${isUnicode ? ', "u"' : ""})`);
  }
  // The platform escapes what would end a literal. By Unicode, nothing that is not seen follows a backslash.
  return trust(escapeUnseen(String(new RegExp(source, "u"))).replace(/[\p{Cc}\p{Cs}]/gu, escapeChar));
}

/** Prints JSON with escapes for invisible characters: controls, direction marks, unusual line ends. */
function escapeUnseen(text: string): string {
  return text.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, escapeChar);
}

function escapeChar(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
