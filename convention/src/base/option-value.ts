/** Reads the values of custom options. */
import {
  type DescEnum,
  type DescEnumValue,
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescOneof,
  type DescService,
  getOption,
  isMessage,
  ScalarType,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** A descriptor that can have custom options. */
export type DescWithOptions =
  | DescFile
  | DescService
  | DescMethod
  | DescField
  | DescMessage
  | DescEnum
  | DescOneof;

/** The value of a deprecation option (docs/conventions.md, "Deprecation"). Fields that are not set are empty. */
export interface Deprecation {
  /** The replacement to use instead. */
  readonly description: string;
  /** The date after which the element may stop working, in the format of the API: `2030-01-31`. */
  readonly effectiveAt: string;
}

/** Reads the values of an enum option, single or repeated. Returns none if the option is not an enum. */
export function readEnumValues(element: DescWithOptions, extension: DescExtension): DescEnumValue[] {
  const type = extension.enum;
  if (!type) return [];
  return readNumbers(element, extension.number).flatMap(
    (number) => type.values.find((one) => one.number === number) ?? [],
  );
}

/**
 * Reads the numbers of an enum option, packed or not, from its bytes. Reflection would take a tenth of the time of a run if every
 * field has a behavior.
 */
function readNumbers(element: DescWithOptions, number: number): number[] {
  const numbers: number[] = [];
  for (const { no, wireType, data } of element.proto.options?.$unknown ?? []) {
    if (no !== number) continue;
    const reader = new BinaryReader(data);
    if (wireType === WireType.LengthDelimited) reader.uint32();
    while (reader.pos < reader.len) numbers.push(reader.int32());
  }
  return numbers;
}

/** Reads a deprecation from a message option. Returns undefined if the option is not a message. */
export function readDeprecation(element: DescWithOptions, extension: DescExtension): Deprecation | undefined {
  if (extension.fieldKind !== "message") return undefined;
  const texts = readTexts(element, extension);
  return {
    description: texts.get("description") ?? "",
    effectiveAt: texts.get("effective_at") ?? "",
  };
}

/** Reads the string fields of a message option, by field name. Returns an empty map if the option is not a message. */
export function readTexts(element: DescWithOptions, extension: DescExtension): ReadonlyMap<string, string> {
  const message = readMessage(element, extension);
  return new Map(
    message?.fields.flatMap((field): [string, string][] =>
      field.fieldKind === "scalar" && field.scalar === ScalarType.STRING
        ? [[field.name, String(message.get(field))]]
        : [],
    ),
  );
}

/** Reads the value of a message option. Returns undefined if the option has another type. */
export function readMessage(element: DescWithOptions, extension: DescExtension): ReflectMessage | undefined {
  return extension.fieldKind === "message" ? readMessages(element, extension)[0] : undefined;
}

/** Reads the values of a message option, single or repeated. Returns none if the option has another type. */
export function readMessages(element: DescWithOptions, extension: DescExtension): ReflectMessage[] {
  const { message: type } = extension;
  if (type === undefined) return [];
  const value: unknown = getOption(element, extension);
  return [value].flat().flatMap((one) => (isMessage(one, type) ? reflect(type, one) : []));
}
