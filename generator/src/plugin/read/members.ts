import type { DescriptorProto, EnumDescriptorProto, FieldDescriptorProto } from "@bufbuild/protobuf/wkt";
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import type { FileDescriptorProto, ServiceDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Problem } from "../../kit/problem.js";
import { complainOf, fullName, identifier, type Complain } from "./complaint.js";

/**
 * Problems with what messages, enums and services hold, which a compiler would
 * have refused but a hand-built request may hold: numbers that the wire has no
 * room for, types that do not exist, names and numbers that are given twice.
 */
export function findMemberProblems(files: readonly FileDescriptorProto[]): Problem[] {
  const problems: Problem[] = [];
  for (const file of files) checkFile(file, complainOf(file, problems));
  return problems;
}

const syntaxes: ReadonlySet<string> = new Set(["", "proto2", "proto3", "editions"]);

function checkFile(file: FileDescriptorProto, complain: Complain): void {
  const { syntax, package: scope } = file;
  if (!syntaxes.has(syntax)) {
    complain(`syntax ${JSON.stringify(syntax)}`, "There is no such syntax", "Use proto2, proto3 or editions");
  }
  for (const message of file.messageType) checkMessage(scope, message, complain);
  for (const one of file.enumType) checkEnum(scope, one, complain);
  for (const service of file.service) checkService(scope, service, complain);
  for (const extension of file.extension) checkExtension(scope, extension, complain);
}

function checkMessage(scope: string, message: DescriptorProto, complain: Complain): void {
  const full = fullName(scope, message.name);
  const { field: fields, oneofDecl: oneofs } = message;
  for (const field of fields) {
    const element = `field ${full}.${field.name}`;
    checkField(element, field, complain);
    // Without one, the property has its default of 0 all the same.
    if (Object.hasOwn(field, "oneofIndex") && !oneofs[field.oneofIndex])
      complain(element, `The message has no oneof ${field.oneofIndex}`, checkWithBuf);
  }
  const used = new Set(fields.map((field) => (Object.hasOwn(field, "oneofIndex") ? field.oneofIndex : -1)));
  oneofs.forEach(({ name }, index) => {
    if (!used.has(index)) complain(`oneof ${full}.${name}`, "It has no fields", checkWithBuf);
  });
  const isDouble = (name: string): void => complain(`field ${full}.${name}`, ...twice);
  findDouble([...fields, ...oneofs], ({ name }) => name, isDouble);
  findDouble(
    fields,
    ({ number }) => number,
    (number) =>
      complain(`message ${full}`, `Two fields have the number ${number}`, "Give one of them another number"),
  );
  checkMapEntries(full, message, complain);
  for (const extension of message.extension) checkExtension(full, extension, complain);
  for (const inner of message.nestedType) checkMessage(full, inner, complain);
  for (const inner of message.enumType) checkEnum(full, inner, complain);
}

/** A map is a repeated field whose type, an entry, stands beside it and is used by it alone. */
function checkMapEntries(
  full: string,
  { field: fields, nestedType }: DescriptorProto,
  complain: Complain,
): void {
  for (const entry of nestedType.filter(({ options }) => options?.mapEntry === true)) {
    const name = fullName(full, entry.name);
    const maps = fields.filter((field) => field.typeName === `.${name}`);
    const isUsed = maps.length === 1 && maps[0]?.label === Label.REPEATED;
    if (!isUsed)
      complain(`message ${name}`, "It is the entry of a map, but not of one field beside it", checkWithBuf);
    if (!isMapEntry(entry))
      complain(`message ${name}`, "It is the entry of a map, but has no key and value", checkWithBuf);
  }
}

function isMapEntry({ field: [key, value, ...more] }: DescriptorProto): boolean {
  const isKey = key !== undefined && key.number === 1 && keyTypes.has(key.type);
  const isValue = value !== undefined && value.number === 2 && value.type !== Type.GROUP;
  return isKey && isValue && more.length === 0 && [key, value].every((one) => one.label !== Label.REPEATED);
}

/** All that a map can have as its key: no fractions, bytes, messages or enums. */
const keyTypes: ReadonlySet<Type> = new Set([
  Type.INT32,
  Type.INT64,
  Type.UINT32,
  Type.UINT64,
  Type.SINT32,
  Type.SINT64,
  Type.FIXED32,
  Type.FIXED64,
  Type.SFIXED32,
  Type.SFIXED64,
  Type.BOOL,
  Type.STRING,
]);

function checkExtension(scope: string, extension: FieldDescriptorProto, complain: Complain): void {
  const element = `extension ${fullName(scope, extension.name)}`;
  if (!identifier.test(extension.name))
    complain(element, "The name is not an identifier", "Use letters, digits and `_`, and no digit first");
  if (extension.extendee === "") complain(element, "It extends no message", checkWithBuf);
  checkField(element, extension, complain);
}

/** Extensions of message sets may have larger ones. */
const largestNumber = 2 ** 29 - 1;

function checkField(element: string, field: FieldDescriptorProto, complain: Complain): void {
  const { number, extendee } = field;
  if (number < 1 || (number > largestNumber && extendee === ""))
    complain(element, `The number ${number} is not one of a field`, `Use one from 1 to ${largestNumber}`);
  // A number that the enum does not have is not read at all: its property has the default.
  if (!Object.hasOwn(field, "type"))
    complain(element, "It has no type, or one that does not exist", checkWithBuf);
}

function checkEnum(scope: string, { name, value: values }: EnumDescriptorProto, complain: Complain): void {
  const full = fullName(scope, name);
  findDouble(
    values,
    (one) => one.name,
    (value) => complain(`enum value ${full}.${value}`, ...twice),
  );
}

function checkService(scope: string, { name, method }: ServiceDescriptorProto, complain: Complain): void {
  const full = fullName(scope, name);
  findDouble(
    method,
    (one) => one.name,
    (rpc) => complain(`rpc ${full}.${rpc}`, ...twice),
  );
}

/** Says what is there twice. */
function findDouble<T, Key>(all: readonly T[], keyOf: (one: T) => Key, say: (key: Key) => unknown): void {
  const seen = new Set<Key>();
  for (const one of all) {
    const key = keyOf(one);
    if (seen.has(key)) say(key);
    seen.add(key);
  }
}

const twice = ["The name is declared twice", "Rename one of them"] as const;
const checkWithBuf = "Check the protos with `buf build`, which refuses it";
