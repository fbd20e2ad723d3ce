/**
 * Input: converts the texts of flags and files to JSON according to the types of the fields.
 *
 * @module
 */
import type { GuideEnum, GuideField, GuideJson, GuideKind } from "@stratus/runtime/guide";
import { kebabCase, safeLine, unknownNameError, UsageError } from "@stratus/dynamic-client";
import { readByteSize } from "./byte-size.js";
import { readDuration } from "./duration.js";

/** The kinds of the well-known wrapper types. */
const wrappers: Readonly<Record<string, GuideKind>> = {
  BoolValue: "bool",
  BytesValue: "bytes",
  DoubleValue: "double",
  FloatValue: "float",
  Int32Value: "int32",
  Int64Value: "int64",
  StringValue: "string",
  UInt32Value: "uint32",
  UInt64Value: "uint64",
};

/** The context in which the value of a flag is read. */
export interface ValueSource {
  /** The flag, for errors: `--spec.cpu`. */
  readonly flag: string;
  /** Finds an enum by its full name. */
  readonly findEnum: (name: string | undefined) => GuideEnum | undefined;
  /** Reads the bytes of `@file` or `@-`. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
}

/** Returns the kind of a field's values. Those of wrapper types have the kind of what they wrap. */
export function valueKind(field: Pick<GuideField, "kind" | "type">): GuideKind {
  return wrappers[knownName(field) ?? ""] ?? field.kind;
}

/** Returns the name of a well-known type without its package. */
export function knownName({ type }: Pick<GuideField, "type">): string | undefined {
  return type?.startsWith(knownPackage) ? type.slice(knownPackage.length) : undefined;
}

const knownPackage = "google.protobuf.";

/** Converts the text of a flag to a singular value. @throws A UsageError if the text is invalid for the field. */
export async function readValue(field: GuideField, text: string, from: ValueSource): Promise<GuideJson> {
  const { flag } = from;
  const kind = valueKind(field);
  switch (kind) {
    case "string":
      return text;
    case "bytes":
      return readBytes(text, from);
    case "bool":
      if (text === "true" || text === "false") return text === "true";
      throw new UsageError("ARGUMENT_INVALID", `${flag} must be true or false, got ${JSON.stringify(text)}`);
    case "enum":
      return readEnum(field, text, from);
    case "double":
    case "float":
    case "number":
      return readNumber(readByteSize({ name: field.name, kind }, text, flag) ?? text, flag);
    case "message":
      return knownName(field) === undefined ? readJson(text, flag) : readKnown(field, text, flag);
    case "json":
      return looseJson(text);
    default:
      return readInteger(kind, readByteSize({ name: field.name, kind }, text, flag) ?? text, flag);
  }
}

/** The prefix of bytes that are written as text. No base64 contains a colon. */
const textPrefix = "text:";

/** Whether a text is base64 of whole bytes, also without padding and in the alphabet of URLs. */
function isBase64(text: string): boolean {
  const isWhole = text.endsWith("=") ? text.length % 4 === 0 : text.length % 4 !== 1;
  return isWhole && /^[\w+/-]*={0,2}$/.test(text);
}

async function readBytes(text: string, { readFile, flag }: ValueSource): Promise<string> {
  if (text.startsWith("@")) return Buffer.from(await readFile(text.slice(1))).toString("base64");
  if (text.startsWith(textPrefix)) return Buffer.from(text.slice(textPrefix.length)).toString("base64");
  if (isBase64(text)) return text;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `${flag} must be base64, ${textPrefix}TEXT, or a file: ${flag} @FILE; got ${JSON.stringify(safeLine(text.slice(0, 40)))}`,
  );
}

/** Finds a value of an enum by its name, its short name in any case, or its number. */
export function enumValue(
  found: GuideEnum | undefined,
  text: string,
): GuideEnum["values"][number] | undefined {
  const { values = [] } = found ?? {};
  const exact = values.find(({ name }) => name === text);
  return (
    exact ??
    values.find(({ name, property, number }) =>
      [name, property, String(number)].some((one) => one !== undefined && kebabCase(one) === kebabCase(text)),
    )
  );
}

async function readEnum(
  field: GuideField,
  text: string,
  { flag, findEnum }: ValueSource,
): Promise<GuideJson> {
  const values = findEnum(field.type)?.values ?? [];
  const fits = enumValue(findEnum(field.type), text);
  if (fits) return fits.name;
  if (/^-?\d+$/.test(text)) return Number(text);
  const known = values.map(({ name, property }) => kebabCase(property ?? name));
  throw await unknownNameError(`value of ${flag}`, text, known, { fix: `use one of ${known.join(", ")}` });
}

function readNumber(text: string, flag: string): GuideJson {
  if (/^-?(?:Infinity|NaN)$/.test(text)) return text;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number))
    throw new UsageError("ARGUMENT_INVALID", `${flag} must be a number, got ${JSON.stringify(text)}`);
  return number;
}

function readInteger(kind: GuideKind, text: string, flag: string): GuideJson {
  if (!/^-?\d+$/.test(text))
    throw new UsageError("ARGUMENT_INVALID", `${flag} must be an integer, got ${JSON.stringify(text)}`);
  return kind.includes("64") ? text : Number(text);
}

function readKnown(field: GuideField, text: string, flag: string): GuideJson {
  const name = knownName(field);
  if (name === "Duration") return readDuration(text, flag);
  if (name === "Timestamp") return text;
  // Masks are written in the names of protos, and are JSON in lowerCamelCase.
  if (name === "FieldMask") return text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return looseJson(text);
}

/** Parses the JSON of a message. */
export function readJson(text: string, flag: string): GuideJson {
  try {
    return JSON.parse(text) as GuideJson;
  } catch {
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${flag} is a message: set its fields (${flag}.FIELD), or pass JSON`,
    );
  }
}

/** Parses JSON, or returns the text itself if it is not JSON. */
function looseJson(text: string): GuideJson {
  try {
    return JSON.parse(text) as GuideJson;
  } catch {
    return text;
  }
}
