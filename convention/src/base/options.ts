import {
  type DescEnumValue,
  type DescExtension,
  type DescFile,
  type DescMessage,
  getOption,
  hasOption,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import {
  type Deprecation,
  type DescWithOptions,
  readDeprecation,
  readEnumValues,
  readMessage,
  readMessages,
  readTexts,
} from "./option-value.js";

/**
 * Creates the error to throw if the value of an option does not have the option's type.
 *
 * @param reason the message of the decoder
 */
export type CreateOptionError = (element: DescWithOptions, option: DescExtension, reason: string) => Error;

/** An option that is set on an element. */
export interface NamedOption {
  readonly option: DescExtension;
  /** Its value, if it is a single string. */
  readonly text: string | undefined;
}

/**
 * Looks up custom options by their simple name, regardless of the extension's package and number (docs/conventions.md,
 * section 12). For example, `svc.api_service_name` and `acme.options.v2.api_service_name` are equivalent. An extension
 * matches only if its type is the expected one, so an unrelated option with the same name is ignored.
 */
export interface CustomOptions {
  /** Returns every option with that name that is set, of any type. Errors list them if the name is ambiguous. */
  named(element: DescWithOptions, name: string): readonly NamedOption[];
  /** Returns the value of a string option, if it is set. */
  text(element: DescWithOptions, name: string): string | undefined;
  /** Whether a bool option is true. */
  isTrue(element: DescWithOptions, name: string): boolean;
  /** Returns the values of an enum option, single or repeated. Numbers that its enum does not define are omitted. */
  enumValues(element: DescWithOptions, name: string): readonly DescEnumValue[];
  /** Returns the string fields of a message option, by name. */
  texts(element: DescWithOptions, name: string): ReadonlyMap<string, string>;
  /** Returns the value of a deprecation option whose name ends in `nameEnd`, if it is set. */
  deprecation(element: DescWithOptions, nameEnd: string): Deprecation | undefined;
  /** Returns the value of the message option with a full name, such as `buf.validate.field`, if it is set. */
  message(element: DescWithOptions, typeName: string): ReflectMessage | undefined;
  /** Returns the value of the message option whose message has fields with these names, if it is set. */
  shaped(element: DescWithOptions, fieldNames: readonly string[]): ReflectMessage | undefined;
  /** Returns the values of the repeated message option with a full name, such as `google.api.resource_definition`. */
  messages(element: DescWithOptions, typeName: string): readonly ReflectMessage[];
  /** Returns the extensions of a message type, by its full name. */
  extensions(extendee: string): readonly DescExtension[];
}

const extendees = {
  file: "google.protobuf.FileOptions",
  service: "google.protobuf.ServiceOptions",
  rpc: "google.protobuf.MethodOptions",
  field: "google.protobuf.FieldOptions",
  message: "google.protobuf.MessageOptions",
  enum: "google.protobuf.EnumOptions",
  oneof: "google.protobuf.OneofOptions",
} as const;

/**
 * Creates the lookup of an API's custom options. Its methods throw if the value of an option does not have the
 * option's type.
 *
 * @param files the files of the API and all that they import
 * @param createError creates that error; by default a plain `Error`
 */
export function createCustomOptions(
  files: Iterable<DescFile>,
  createError: CreateOptionError = createPlainError,
): CustomOptions {
  const byExtendee = indexExtensions(files);
  const findSet = (element: DescWithOptions, matches: OptionFilter): DescExtension[] =>
    findSetOptions(byExtendee.get(extendees[element.kind]) ?? [], element, matches);
  const read = <T>(element: DescWithOptions, option: DescExtension, decode: () => T): T => {
    try {
      return decode();
    } catch (error) {
      throw createError(element, option, error instanceof Error ? error.message : String(error));
    }
  };
  const findNamed = (element: DescWithOptions, name: string): DescExtension[] =>
    findSet(element, (simpleName) => simpleName === name);
  const named = (element: DescWithOptions, name: string): NamedOption[] =>
    findNamed(element, name).map((option) => {
      const isText = option.fieldKind === "scalar" && option.scalar === ScalarType.STRING;
      const value: unknown = isText ? read(element, option, () => getOption(element, option)) : undefined;
      return { option, text: typeof value === "string" ? value : undefined };
    });
  return {
    named,
    text: (element, name) => named(element, name).find(({ text }) => text !== undefined)?.text,
    isTrue(element, name) {
      return findNamed(element, name).some(
        (one) => one.fieldKind === "scalar" && read(element, one, () => getOption(element, one)) === true,
      );
    },
    enumValues(element, name) {
      return findNamed(element, name).flatMap((one) =>
        read(element, one, () => readEnumValues(element, one)),
      );
    },
    texts(element, name) {
      const found = findNamed(element, name).find((one) => one.fieldKind === "message");
      return found ? read(element, found, () => readTexts(element, found)) : new Map();
    },
    deprecation(element, nameEnd) {
      const ending = findSet(element, (simpleName) => simpleName.endsWith(nameEnd));
      const found = ending.find((one) => one.fieldKind === "message");
      return found && read(element, found, () => readDeprecation(element, found));
    },
    message(element, typeName) {
      const [found] = findSet(element, (_, fullName) => fullName === typeName);
      return found && read(element, found, () => readMessage(element, found));
    },
    shaped(element, fieldNames) {
      const found = findSet(element, () => true).find((option) => hasFields(option, fieldNames));
      return found && read(element, found, () => readMessage(element, found));
    },
    messages(element, typeName) {
      const [found] = findSet(element, (_, fullName) => fullName === typeName);
      return found ? read(element, found, () => readMessages(element, found)) : [];
    },
    extensions: (extendee) => byExtendee.get(extendee) ?? [],
  };
}

function hasFields({ message }: DescExtension, names: readonly string[]): boolean {
  return names.every((name) => message?.fields.some((field) => field.name === name));
}

type OptionFilter = (simpleName: string, fullName: string) => boolean;

/** Finds the extensions that are set on an element, in the order of the files. */
function findSetOptions(
  extensions: readonly DescExtension[],
  element: DescWithOptions,
  matches: OptionFilter,
): DescExtension[] {
  // Most elements have no options.
  if (!hasRelevantOptions(element)) return [];
  return extensions.filter(
    (extension) => matches(extension.name, extension.typeName) && hasOption(element, extension),
  );
}

/** A descriptor with the proto options that it was built from. */
export interface WithOptions {
  readonly proto: { readonly options?: Pick<Message, "$unknown"> | undefined };
}

/** Options of descriptor.proto that only affect how compilers read a file or generate their own code. */
const compilerOptions: ReadonlySet<string> = new Set([
  "allowAlias",
  "ctype",
  "deprecatedLegacyJsonFieldConflicts",
  "editionDefaults",
  "featureSupport",
  "features",
  "lazy",
  "mapEntry",
  "messageSetWireFormat",
  "noStandardDescriptorAccessor",
  "packed",
  "retention",
  "targets",
  "uninterpretedOption",
  "unverifiedLazy",
  "weak",
]);

/**
 * Whether an element sets an option that may affect generated code: any custom option, and any option of descriptor.proto that is
 * not listed as relevant only to compilers.
 */
export function hasRelevantOptions({ proto: { options } }: WithOptions): boolean {
  if (options === undefined) return false;
  if (options.$unknown?.length) return true;
  return Object.keys(options).some((name) => !name.startsWith("$") && !compilerOptions.has(name));
}

function indexExtensions(files: Iterable<DescFile>): ReadonlyMap<string, readonly DescExtension[]> {
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

function createPlainError(element: DescWithOptions, option: DescExtension, reason: string): Error {
  return new Error(
    `${element.toString()}: the value of the option ${option.typeName} cannot be decoded (${reason})`,
  );
}
