import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Problem } from "../../kit/problem.js";

/** A name of the language of protos. */
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const notIdentifier = [
  "The name is not an identifier",
  "Use letters, digits and `_`, and no digit first",
] as const;
const twice = ["The name is declared twice", "Rename one of them"] as const;
const checkWithBuf = "Check the protos with `buf build`, which refuses it";

/** Extensions of message sets may have larger ones. */
const maxNumber = 2 ** 29 - 1;

interface Named {
  readonly name: string;
}

/**
 * Finds declarations that a compiler refuses, in requests that did not come from one: names that are not identifiers, names
 * that are declared twice, missing types, and numbers too large for the wire.
 */
export function findDeclarationProblems(files: readonly FileDescriptorProto[]): Problem[] {
  const problems: Problem[] = [];
  /** The files that declare the types and services, by full names. */
  const declared = new Map<string, string>();
  const checks = files.map((file) => new FileCheck(file, declared, problems));
  for (const check of checks) check.declare();
  for (const check of checks) check.resolve();
  return problems;
}

/** The declarations of one file. */
class FileCheck {
  readonly #file: FileDescriptorProto;
  readonly #declared: Map<string, string>;
  readonly #problems: Problem[];
  /** The types that it uses, each with the element that does. */
  readonly #used: (readonly [element: string, typeName: string])[] = [];

  constructor(file: FileDescriptorProto, declared: Map<string, string>, problems: Problem[]) {
    this.#file = file;
    this.#declared = declared;
    this.#problems = problems;
  }

  declare(): void {
    const { package: scope, syntax, messageType, enumType, service: services, extension } = this.#file;
    if (!["", "proto2", "proto3", "editions"].includes(syntax))
      this.#complain(
        `syntax ${JSON.stringify(syntax)}`,
        "There is no such syntax",
        "Use proto2, proto3 or editions",
      );
    if (scope !== "") for (const part of scope.split(".")) this.#checkName("package", part);
    for (const one of messageType) this.#declareMessage(scope, one);
    for (const one of enumType) this.#declareEnum(scope, one);
    for (const one of extension) this.#declareExtension(scope, one);
    for (const { name, method } of services) {
      this.#checkMembers("rpc", this.#declareType("service", scope, name), method);
      for (const rpc of method)
        for (const type of [rpc.inputType, rpc.outputType])
          this.#used.push([`rpc ${name}.${rpc.name}`, type]);
    }
  }

  resolve(): void {
    for (const [element, typeName] of this.#used) {
      if (this.#declared.has(typeName.replace(/^\./, ""))) continue;
      const what = `The type ${typeName || "(none)"} is missing`;
      this.#complain(element, what, "Send the file that declares it, and check the protos with `buf build`");
    }
  }

  #complain(element: string, what: string, fix: string): void {
    this.#problems.push({ code: "PROTO_INVALID", file: this.#file.name, element, what, fix });
  }

  #checkName(kind: string, name: string): void {
    if (!identifier.test(name)) this.#complain(`${kind} ${JSON.stringify(name)}`, ...notIdentifier);
  }

  /** The names that are declared in one scope. */
  #checkMembers(kind: string, scope: string, members: readonly Named[]): void {
    const seen = new Set<string>();
    for (const { name } of members) {
      this.#checkName(kind, name);
      if (seen.has(name)) this.#complain(`${kind} ${fullName(scope, name)}`, ...twice);
      seen.add(name);
    }
  }

  #declareType(kind: string, scope: string, name: string, isEntry = false): string {
    // The entry of a map called _1 is called 1Entry, and nothing is made of its name alone.
    this.#checkName(kind, isEntry ? `_${name}` : name);
    const full = fullName(scope, name);
    const known = this.#declared.get(full);
    if (known !== undefined) {
      const fix = "Rename one of them, or leave one of the files out";
      this.#complain(`${kind} ${full}`, `The name is declared in ${known} too`, fix);
    }
    this.#declared.set(full, this.#file.name);
    return full;
  }

  #declareEnum(scope: string, { name, value: values }: EnumDescriptorProto): void {
    this.#checkMembers("enum value", this.#declareType("enum", scope, name), values);
  }

  #declareMessage(scope: string, message: DescriptorProto): void {
    const { name, field: fields, oneofDecl: oneofs, nestedType, enumType, extension, options } = message;
    const full = this.#declareType("message", scope, name, options?.mapEntry);
    this.#checkMembers("field", full, [...fields, ...oneofs]);
    const numbers = new Set<number>();
    const usedOneofs = new Set<number>();
    for (const field of fields) {
      const element = `field ${full}.${field.name}`;
      this.#checkField(element, field);
      if (numbers.has(field.number)) {
        const what = `Two fields have the number ${field.number}`;
        this.#complain(`message ${full}`, what, "Give one of them another number");
      }
      numbers.add(field.number);
      // Without one, the property has its default of 0 all the same.
      if (!Object.hasOwn(field, "oneofIndex")) continue;
      usedOneofs.add(field.oneofIndex);
      if (!oneofs[field.oneofIndex])
        this.#complain(element, `The message has no oneof ${field.oneofIndex}`, checkWithBuf);
    }
    oneofs.forEach((oneof, index) => {
      if (!usedOneofs.has(index))
        this.#complain(`oneof ${full}.${oneof.name}`, "It has no fields", checkWithBuf);
    });
    for (const inner of nestedType) {
      this.#declareMessage(full, inner);
      if (inner.options?.mapEntry) this.#checkMapEntry(fullName(full, inner.name), inner, fields);
    }
    for (const inner of enumType) this.#declareEnum(full, inner);
    for (const one of extension) this.#declareExtension(full, one);
  }

  /**
   * Checks the entry of a map: a map is a repeated field whose type is an entry of the same message that no other
   * field uses.
   */
  #checkMapEntry(
    full: string,
    { field: [key, value] }: DescriptorProto,
    besides: readonly FieldDescriptorProto[],
  ): void {
    const complain = (what: string): void =>
      this.#complain(`message ${full}`, `It is the entry of a map, but ${what}`, checkWithBuf);
    const [map, ...others] = besides.filter(({ typeName }) => typeName === `.${full}`);
    if (map?.label !== Label.REPEATED || others.length > 0) complain("not of one field beside it");
    if (key?.number !== 1 || value?.number !== 2) complain("has no key and value");
  }

  #declareExtension(scope: string, extension: FieldDescriptorProto): void {
    const { name, extendee } = extension;
    const element = `extension ${fullName(scope, name)}`;
    if (!identifier.test(name)) this.#complain(element, ...notIdentifier);
    if (extendee === "") this.#complain(element, "It extends no message", checkWithBuf);
    else this.#used.push([`extension ${name}`, extendee]);
    this.#checkField(element, extension);
  }

  #checkField(element: string, field: FieldDescriptorProto): void {
    const { number, extendee, type, typeName } = field;
    if (number < 1 || (number > maxNumber && extendee === ""))
      this.#complain(element, `The number ${number} is not one of a field`, `Use one from 1 to ${maxNumber}`);
    // A number that the enum does not have is not read at all: its property has the default.
    if (!Object.hasOwn(field, "type"))
      this.#complain(element, "It has no type, or one that does not exist", checkWithBuf);
    if ([Type.MESSAGE, Type.GROUP, Type.ENUM].includes(type)) this.#used.push([element, typeName]);
  }
}

/** The full name of what is declared in a package or a message; nothing is around it if there is no package. */
function fullName(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
