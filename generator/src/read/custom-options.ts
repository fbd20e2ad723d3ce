import {
  getOption,
  hasOption,
  isMessage,
  ScalarType,
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescService,
} from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { reflect } from "@bufbuild/protobuf/reflect";
import { Problems } from "../problem.js";
import { reasonOf } from "../text/reason.js";

/** What can carry custom options that we read. */
export type Optioned = DescService | DescMethod | DescField | DescMessage | DescEnum;

/** The text of a deprecation option. */
export interface Deprecation {
  readonly description: string;
  readonly effectiveAt: string;
}

/**
 * Custom options by their simple name, whatever the package and number of the
 * extension: `svc.api_service_name` and `acme.options.v2.api_service_name` are
 * the same to us. The extension must have a type that fits the question, so
 * that a stranger of the same name is no answer.
 */
export interface CustomOptions {
  /** Value of a string option; undefined where it is not set. */
  text(element: Optioned, name: string): string | undefined;
  /** A boolean option is set to true. */
  isTrue(element: Optioned, name: string): boolean;
  /** Values of an enum option, single or repeated, by the names of the enum values without their enum's prefix. */
  enumNames(element: Optioned, name: string): readonly string[];
  /** A message option with `description` and `effective_at`, of any name that ends in the given one. */
  deprecation(element: Optioned, nameEnd: string): Deprecation | undefined;
}

const extendees = {
  service: "google.protobuf.ServiceOptions",
  rpc: "google.protobuf.MethodOptions",
  field: "google.protobuf.FieldOptions",
  message: "google.protobuf.MessageOptions",
  enum: "google.protobuf.EnumOptions",
} as const;

/** Finds the extensions among the files of the request. */
export function createCustomOptions(files: readonly DescFile[]): CustomOptions {
  const byExtendee = indexExtensions(files);
  /** Extensions of a name that are set on an element, in the order of the files. */
  const findSet = (element: Optioned, fits: (name: string) => boolean): DescExtension[] => {
    // Nearly no element has one, and there are very many elements.
    if (!element.proto.options?.$unknown?.length) return [];
    return (byExtendee.get(extendees[element.kind]) ?? []).filter(
      (extension) => fits(extension.name) && hasOption(element, extension),
    );
  };
  return {
    text(element, name) {
      const found = findSet(element, (own) => own === name).find(
        (one) => one.scalar === ScalarType.STRING && one.fieldKind === "scalar",
      );
      const value = found && read(element, found);
      return typeof value === "string" ? value : undefined;
    },
    isTrue(element, name) {
      return findSet(element, (own) => own === name).some(
        (one) => one.fieldKind === "scalar" && read(element, one) === true,
      );
    },
    enumNames(element, name) {
      return findSet(element, (own) => own === name).flatMap((one) => readEnumNames(element, one));
    },
    deprecation(element, nameEnd) {
      const found = findSet(element, (own) => own.endsWith(nameEnd)).find(
        (one) => one.fieldKind === "message",
      );
      return found && readDeprecation(element, found);
    },
  };
}

function indexExtensions(files: readonly DescFile[]): ReadonlyMap<string, readonly DescExtension[]> {
  const index = new Map<string, DescExtension[]>();
  const add = (extension: DescExtension): void => {
    const known = index.get(extension.extendee.typeName);
    if (known) known.push(extension);
    else index.set(extension.extendee.typeName, [extension]);
  };
  const addNested = (message: DescMessage): void => {
    message.nestedExtensions.forEach(add);
    message.nestedMessages.forEach(addNested);
  };
  for (const file of files) {
    file.extensions.forEach(add);
    file.messages.forEach(addNested);
  }
  return index;
}

function read(element: Optioned, extension: DescExtension): unknown {
  return decoded(element, extension, () => getOption(element, extension));
}

/**
 * The result of a look at the bytes of an option.
 * @throws Problems where they are not of the option's type.
 */
function decoded<T>(element: Optioned, extension: DescExtension, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw new Problems([
      {
        file: (element.kind === "field" || element.kind === "rpc" ? element.parent : element).file.proto.name,
        element: element.toString(),
        what: `The value of the option ${extension.typeName} cannot be decoded (${reasonOf(error)})`,
        fix: "Send the file that declares the option as it was when the value was written",
      },
    ]);
  }
}

function readEnumNames(element: Optioned, extension: DescExtension): string[] {
  const type = extension.enum;
  if (!type) return [];
  const prefix = `${type.name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase()}_`;
  return decoded(element, extension, () => readNumbers(element, extension.number)).flatMap((number) => {
    const name = type.values.find((one) => one.number === number)?.name;
    return name === undefined ? [] : [name.startsWith(prefix) ? name.slice(prefix.length) : name];
  });
}

/**
 * Numbers of an enum option, packed or one by one. Read from the wire, since
 * reflection takes a tenth of a whole run where every field has a behaviour.
 */
function readNumbers(element: Optioned, number: number): number[] {
  const numbers: number[] = [];
  for (const { no, wireType, data } of element.proto.options?.$unknown ?? []) {
    if (no !== number) continue;
    const reader = new BinaryReader(data);
    if (wireType === WireType.LengthDelimited) reader.uint32();
    while (reader.pos < reader.len) numbers.push(reader.int32());
  }
  return numbers;
}

function readDeprecation(element: Optioned, extension: DescExtension): Deprecation | undefined {
  if (extension.fieldKind !== "message") return undefined;
  const value = read(element, extension);
  if (!isMessage(value, extension.message)) return undefined;
  const message = reflect(extension.message, value);
  const textAt = (name: string): string => {
    const field = extension.message.fields.find((one) => one.name === name);
    if (field?.fieldKind !== "scalar" || field.scalar !== ScalarType.STRING) return "";
    return String(message.get(field));
  };
  return { description: textAt("description"), effectiveAt: textAt("effective_at") };
}
