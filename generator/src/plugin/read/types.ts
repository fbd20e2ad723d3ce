import {
  FieldDescriptorProto_Type as Type,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Problem } from "../../kit/problem.js";
import { complainOf, fullName, identifier, type Complain } from "./complaint.js";

type Kind = "message" | "enum" | "service";

/** What a full name stands for, and the file that declares it. */
interface Declared {
  readonly file: string;
  readonly kind: Kind;
}

/**
 * Problems with names and types, which a compiler would have refused but a
 * hand-built request may hold: names that are no identifiers, types declared
 * twice, types that are missing.
 */
export function findTypeProblems(files: readonly FileDescriptorProto[]): Problem[] {
  const problems: Problem[] = [];
  const types = new Map<string, Declared>();
  for (const file of files) declareAll(file, types, complainOf(file, problems));
  for (const file of files) resolveAll(file, types, complainOf(file, problems));
  return problems;
}

function declareAll(file: FileDescriptorProto, types: Map<string, Declared>, complain: Complain): void {
  const { name: path } = file;
  const checkName = (kind: string, name: string): void => {
    if (!identifier.test(name))
      complain(
        `${kind} ${JSON.stringify(name)}`,
        "The name is not an identifier",
        "Use letters, digits and `_`, and no digit first",
      );
  };
  const declare = (kind: Kind, scope: string, name: string, isChecked = false): string => {
    if (!isChecked) checkName(kind, name);
    const full = fullName(scope, name);
    const known = types.get(full);
    if (known)
      complain(
        `${kind} ${full}`,
        `The name is declared in ${known.file} too`,
        "Rename one of them, or leave one of the files out",
      );
    types.set(full, { file: path, kind });
    return full;
  };
  const declareEnum = (scope: string, one: EnumDescriptorProto): void => {
    declare("enum", scope, one.name);
    for (const { name } of one.value) checkName("enum value", name);
    if (one.value.length === 0) complain(`enum ${one.name}`, "The enum has no values", "Add one");
  };
  const declareMessage = (scope: string, one: DescriptorProto): void => {
    // The entry of a map called _1 is called 1Entry, and nothing is made of its name alone.
    const isEntry = one.options?.mapEntry === true && identifier.test(`_${one.name}`);
    const full = declare("message", scope, one.name, isEntry);
    for (const { name } of one.field) checkName("field", name);
    for (const { name } of one.oneofDecl) checkName("oneof", name);
    for (const inner of one.nestedType) declareMessage(full, inner);
    for (const inner of one.enumType) declareEnum(full, inner);
  };
  if (file.package !== "") for (const part of file.package.split(".")) checkName("package", part);
  for (const one of file.messageType) declareMessage(file.package, one);
  for (const one of file.enumType) declareEnum(file.package, one);
  for (const service of file.service) {
    declare("service", file.package, service.name);
    for (const { name } of service.method) checkName("rpc", name);
  }
}

function resolveAll(
  file: FileDescriptorProto,
  types: ReadonlyMap<string, Declared>,
  complain: Complain,
): void {
  const resolve = (element: string, typeName: string, kind: Kind): void => {
    const found = types.get(typeName.replace(/^\./, ""));
    if (found?.kind === kind) return;
    const what = found
      ? `The type ${typeName} is not ${kind === "enum" ? "an enum" : `a ${kind}`}`
      : `The type ${typeName || "(none)"} is missing`;
    complain(element, what, "Send the file that declares it, and check the protos with `buf build`");
  };
  const resolveField = (scope: string, field: FieldDescriptorProto): void => {
    const isMessage = field.type === Type.MESSAGE || field.type === Type.GROUP;
    if (isMessage || field.type === Type.ENUM)
      resolve(`field ${scope}.${field.name}`, field.typeName, isMessage ? "message" : "enum");
    if (field.extendee !== "") resolve(`extension ${field.name}`, field.extendee, "message");
  };
  const resolveMessage = (scope: string, message: DescriptorProto): void => {
    const full = fullName(scope, message.name);
    for (const field of [...message.field, ...message.extension]) resolveField(full, field);
    for (const inner of message.nestedType) resolveMessage(full, inner);
  };
  for (const message of file.messageType) resolveMessage(file.package, message);
  for (const extension of file.extension) resolveField(file.package, extension);
  for (const { name, method } of file.service) {
    for (const rpc of method) {
      resolve(`rpc ${name}.${rpc.name}`, rpc.inputType, "message");
      resolve(`rpc ${name}.${rpc.name}`, rpc.outputType, "message");
    }
  }
}
