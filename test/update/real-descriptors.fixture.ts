import { clone } from "@bufbuild/protobuf";
import {
  Edition,
  FieldDescriptorProto_Label,
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Dice } from "../mask/dice.fixture.js";
import type { Syntax } from "./real-sources.fixture.js";

/** A file of a public API as a resource needs it: messages without services, in a syntax. */
export function inSyntax(file: FileDescriptorProto, syntax: Syntax): FileDescriptorProto {
  const copy = clone(FileDescriptorProtoSchema, file);
  if (file.name.startsWith("google/protobuf/")) return copy;
  if (file.package.startsWith("real")) return copy;
  copy.service = [];
  if (syntax === "as written") return copy;
  copy.syntax = syntax === "proto2" ? "proto2" : "editions";
  if (syntax === "2023") copy.edition = Edition.EDITION_2023;
  for (const message of copy.messageType) changeMessages(message, withExplicitPresence);
  return copy;
}

/** Fields of proto3 with presence are members of a oneof of their own, which other syntaxes do not have. */
function withExplicitPresence(message: DescriptorProto): void {
  for (const field of message.field) {
    if (field.options) field.options.packed = undefined as unknown as boolean;
    if (!field.proto3Optional) continue;
    field.proto3Optional = false;
    removeOneof(field);
  }
  dropEmptyOneofs(message);
}

/** The same file as it was some time ago: each message lacks about so many percent of its fields. */
export function olderFile(file: FileDescriptorProto, dice: Dice, percent: number): FileDescriptorProto {
  const copy = clone(FileDescriptorProtoSchema, file);
  if (file.name.startsWith("google/protobuf/")) return copy;
  const isBox = file.package.startsWith("real");
  for (const message of copy.messageType)
    changeMessages(message, (one) => {
      // Of the resource around a public message, only the owner is new.
      const isRecent = (name: string): boolean => (isBox ? name === "owner" : dice.chance(percent));
      if (one.options?.mapEntry) return;
      const kept = one.field.filter(
        ({ name, label }) => label === FieldDescriptorProto_Label.REQUIRED || !isRecent(name),
      );
      // A message without any field would be another test.
      one.field = kept.length > 0 ? kept : one.field.slice(0, 1);
      const types = new Set(one.field.map(({ typeName }) => typeName.slice(typeName.lastIndexOf(".") + 1)));
      one.nestedType = one.nestedType.filter(({ name, options }) => !options?.mapEntry || types.has(name));
      dropEmptyOneofs(one);
    });
  return copy;
}

function changeMessages(message: DescriptorProto, change: (message: DescriptorProto) => void): void {
  change(message);
  for (const nested of message.nestedType) changeMessages(nested, change);
}

/** Removes the oneofs without members, and numbers the others anew. */
function dropEmptyOneofs(message: DescriptorProto): void {
  const used = message.oneofDecl.filter((_, index) => message.field.some((field) => isMember(field, index)));
  const places = message.oneofDecl.map((oneof) => used.indexOf(oneof));
  for (const field of message.field) {
    if (hasOneof(field)) field.oneofIndex = places[field.oneofIndex] ?? 0;
  }
  message.oneofDecl = used;
}

type FieldProto = DescriptorProto["field"][number];
const hasOneof = (field: FieldProto): boolean => Object.hasOwn(field, "oneofIndex");
const isMember = (field: FieldProto, index: number): boolean => hasOneof(field) && field.oneofIndex === index;

function removeOneof(field: FieldProto): void {
  Reflect.deleteProperty(field, "oneofIndex");
}
