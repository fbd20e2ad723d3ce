import { type DescFile, type DescMessage, type FileRegistry, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/** Finds the files of descriptors in the ways in which reflection asks for them. */
export class DescriptorIndex {
  readonly #byName = new Map<string, DescFile>();
  readonly #bySymbol = new Map<string, DescFile>();
  /** By extended message, then by number. */
  readonly #extensions = new Map<string, Map<number, DescFile>>();
  readonly #services: string[] = [];

  constructor(...registries: readonly FileRegistry[]) {
    for (const registry of registries) for (const file of registry.files) this.#add(file);
  }

  /** Full names of all services, sorted. */
  services(): readonly string[] {
    return [...this.#services].sort();
  }

  /** The file of that name, with or without `.proto` at its end. */
  byName(name: string): DescFile | undefined {
    return this.#byName.get(name.replace(/\.proto$/, ""));
  }

  /** The file that declares a message, enum, value, field, extension, service or method of that full name. */
  bySymbol(symbol: string): DescFile | undefined {
    return this.#bySymbol.get(symbol.replace(/^\./, ""));
  }

  /** The file that declares the extension of that message by that number. */
  byExtension(typeName: string, number: number): DescFile | undefined {
    return this.#extensions.get(typeName)?.get(number);
  }

  /** Numbers of the extensions of a message. */
  extensionNumbers(typeName: string): readonly number[] {
    return [...(this.#extensions.get(typeName)?.keys() ?? [])].sort((a, b) => a - b);
  }

  #add(file: DescFile): void {
    if (this.#byName.has(file.name)) return;
    this.#byName.set(file.name, file);
    for (const message of file.messages) this.#addMessage(message, file);
    for (const type of file.enums) this.#addNames(file, [type, ...type.values], file.proto.package);
    for (const extension of file.extensions) this.#addExtension(extension, file);
    for (const service of file.services) {
      this.#services.push(service.typeName);
      this.#bySymbol.set(service.typeName, file);
      for (const method of service.methods) this.#bySymbol.set(`${service.typeName}.${method.name}`, file);
    }
  }

  #addMessage(message: DescMessage, file: DescFile): void {
    this.#bySymbol.set(message.typeName, file);
    this.#addNames(file, message.members, message.typeName);
    for (const type of message.nestedEnums) this.#addNames(file, [type, ...type.values], message.typeName);
    for (const extension of message.nestedExtensions) this.#addExtension(extension, file);
    for (const nested of message.nestedMessages) this.#addMessage(nested, file);
  }

  #addNames(file: DescFile, named: readonly { readonly name: string }[], scope: string): void {
    for (const { name } of named) this.#bySymbol.set(scope === "" ? name : `${scope}.${name}`, file);
  }

  #addExtension(extension: DescFile["extensions"][number], file: DescFile): void {
    this.#bySymbol.set(extension.typeName, file);
    const numbers = this.#extensions.get(extension.extendee.typeName) ?? new Map<number, DescFile>();
    this.#extensions.set(extension.extendee.typeName, numbers.set(extension.number, file));
  }
}

/** The file and all that it imports, encoded, each once. Custom options are in them as they came. */
export function encodeWithImports(file: DescFile): Uint8Array[] {
  const files = new Set<DescFile>([file]);
  // A Set visits what is added while it is walked.
  for (const one of files) for (const imported of one.dependencies) files.add(imported);
  return [...files].map((one) => toBinary(FileDescriptorProtoSchema, one.proto));
}
