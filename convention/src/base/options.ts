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
  type Optioned,
  readDeprecation,
  readEnumValues,
  readMessage,
  readMessages,
  readTexts,
} from "./option-value.js";

/**
 * Makes the error to throw where the value of an option is not of its type.
 *
 * @param reason what the decoder says of it
 */
export type UnreadableOption = (element: Optioned, option: DescExtension, reason: string) => Error;

/** An option that is set on an element. */
export interface NamedOption {
  readonly option: DescExtension;
  /** Its value where it is a single string. */
  readonly text: string | undefined;
}

/**
 * Looks up custom options by their simple name, regardless of the extension's package and number (docs/conventions.md,
 * section 12). For example, `svc.api_service_name` and `acme.options.v2.api_service_name` are equivalent. An extension
 * matches only if its type is the expected one, so an unrelated option with the same name is ignored.
 */
export interface CustomOptions {
  /** Returns every option with that name that is set, of any type. Errors list them if the name is ambiguous. */
  named(element: Optioned, name: string): readonly NamedOption[];
  /** Value of a string option; undefined where it is not set. */
  text(element: Optioned, name: string): string | undefined;
  /** A boolean option is set to true. */
  isTrue(element: Optioned, name: string): boolean;
  /** Values of an enum option, single or repeated; numbers that its enum does not name are left out. */
  enumValues(element: Optioned, name: string): readonly DescEnumValue[];
  /** Strings of a message option, by the names of their fields; none where it is not set. */
  texts(element: Optioned, name: string): ReadonlyMap<string, string>;
  /** A message option with `description` and `effective_at`, of any name that ends in the given one. */
  deprecation(element: Optioned, nameEnd: string): Deprecation | undefined;
  /** Value of the message option of that full name, such as `buf.validate.field`; undefined where it is not set. */
  message(element: Optioned, typeName: string): ReflectMessage | undefined;
  /** Values of the repeated message option of that full name, such as `google.api.resource_definition`. */
  messages(element: Optioned, typeName: string): readonly ReflectMessage[];
  /** The extensions of a message type, by its full name. */
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
 * @param unreadable creates that error; by default a plain `Error`
 */
export function createCustomOptions(
  files: Iterable<DescFile>,
  unreadable: UnreadableOption = plainError,
): CustomOptions {
  const byExtendee = indexExtensions(files);
  /** Extensions of a name that are set on an element, in the order of the files. */
  const findSet = (element: Optioned, fits: (name: string, typeName: string) => boolean): DescExtension[] => {
    // Nearly no element has one, and there are very many elements.
    if (!setsOptions(element)) return [];
    return (byExtendee.get(extendees[element.kind]) ?? []).filter(
      (extension) => fits(extension.name, extension.typeName) && hasOption(element, extension),
    );
  };
  const read = <T>(element: Optioned, option: DescExtension, look: () => T): T => {
    try {
      return look();
    } catch (error) {
      throw unreadable(element, option, error instanceof Error ? error.message : String(error));
    }
  };
  const named = (element: Optioned, name: string): NamedOption[] =>
    findSet(element, (own) => own === name).map((option) => {
      const isText = option.fieldKind === "scalar" && option.scalar === ScalarType.STRING;
      const value: unknown = isText ? read(element, option, () => getOption(element, option)) : undefined;
      return { option, text: typeof value === "string" ? value : undefined };
    });
  return {
    named,
    text: (element, name) => named(element, name).find(({ text }) => text !== undefined)?.text,
    isTrue(element, name) {
      return findSet(element, (own) => own === name).some(
        (one) => one.fieldKind === "scalar" && read(element, one, () => getOption(element, one)) === true,
      );
    },
    enumValues(element, name) {
      return findSet(element, (own) => own === name).flatMap((one) =>
        read(element, one, () => readEnumValues(element, one)),
      );
    },
    texts(element, name) {
      const found = findSet(element, (own) => own === name).find((one) => one.fieldKind === "message");
      return found ? read(element, found, () => readTexts(element, found)) : new Map();
    },
    deprecation(element, nameEnd) {
      const found = findSet(element, (own) => own.endsWith(nameEnd)).find(
        (one) => one.fieldKind === "message",
      );
      return found && read(element, found, () => readDeprecation(element, found));
    },
    message(element, typeName) {
      const [found] = findSet(element, (_, own) => own === typeName);
      return found && read(element, found, () => readMessage(element, found));
    },
    messages(element, typeName) {
      const [found] = findSet(element, (_, own) => own === typeName);
      return found ? read(element, found, () => readMessages(element, found)) : [];
    },
    extensions: (extendee) => byExtendee.get(extendee) ?? [],
  };
}

/** An element of an API with its options, as they were sent. */
export interface Stated {
  readonly proto: { readonly options?: Pick<Message, "$unknown"> | undefined };
}

/** Options of descriptor.proto that only tell compilers how to read a file or to write their own code. */
const compilerOptions: ReadonlySet<string> = new Set([
  "allowAlias",
  "ctype",
  "deprecatedLegacyJsonFieldConflicts",
  "editionDefaults",
  "featureSupport",
  "features",
  "jstype",
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
 * Whether an element sets an option that may matter to generated code: any custom option, and any of descriptor.proto
 * except those that only compilers use. An option that is new in either place matters until it is listed as one of these.
 */
export function setsOptions({ proto: { options } }: Stated): boolean {
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

function plainError(element: Optioned, option: DescExtension, reason: string): Error {
  return new Error(
    `${element.toString()}: the value of the option ${option.typeName} cannot be decoded (${reason})`,
  );
}
