import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import { docBlock, type Code } from "../code/code.js";
import type { DocOf } from "./comments.js";
import {
  isObjectMap,
  planEntryFields,
  planFields,
  planWriting,
  type FieldPlan,
  type MapField,
  type WrittenNumbers,
} from "./field-plan.js";
import { codecNames } from "./names.js";
import { entryName, pathOf, type Renames } from "./renames.js";

/** What the code of one file must say and do beyond what ts-proto writes, by the TypeScript names of its types. */
export interface CodecPlan {
  readonly messages: ReadonlyMap<string, MessagePlan>;
  readonly enums: ReadonlyMap<string, TypeDocs>;
}

/** Doc comments of a type. */
export interface TypeDocs {
  readonly type: Code;
  /** By property, by `$case`, or by the name of an enum's value. */
  readonly members: ReadonlyMap<string, Code>;
}

/** What the codec of one message must do. */
export interface MessagePlan {
  readonly docs: TypeDocs;
  /** The message is the entry of a map: a matter of its own file. */
  readonly isEntry: boolean;
  /** The message is `google.protobuf.Struct`, which is a plain object outside its codec. */
  readonly isStruct: boolean;
  /** How many maps it has that are plain objects, whose keys may be `__proto__`. */
  readonly objectMaps: number;
  /** Its fields by their numbers. */
  readonly fields: ReadonlyMap<number, FieldPlan>;
  /** What each statement of ts-proto's encoder writes. */
  readonly writing: readonly WrittenNumbers[];
}

/** What a plan is made with. */
export interface PlanContext {
  readonly renames: Renames;
  readonly docOf: DocOf;
}

/** The plan of a file. */
export function makePlan(file: DescFile, context: PlanContext): CodecPlan {
  const messages = file.messages.flatMap(withNested);
  const enums = [...file.enums, ...messages.flatMap((message) => message.nestedEnums)];
  return {
    messages: new Map(messages.flatMap((message) => planMessage(message, context))),
    enums: new Map(enums.map((one) => [typeName(one, context), enumDocs(one, context)])),
  };
}

function typeName(type: DescMessage | DescEnum, { renames }: PlanContext): string {
  return codecNames.typeName(pathOf(type, renames));
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

function planMessage(message: DescMessage, context: PlanContext): [string, MessagePlan][] {
  const maps = message.fields.filter((field) => field.fieldKind === "map");
  const plan: MessagePlan = {
    docs: messageDocs(message, context),
    isEntry: false,
    isStruct: message.typeName === "google.protobuf.Struct",
    objectMaps: maps.filter(isObjectMap).length,
    fields: planFields(message),
    writing: planWriting(message),
  };
  return [[typeName(message, context), plan], ...maps.map((field) => planEntry(field, context))];
}

function planEntry(field: MapField, { renames }: PlanContext): [string, MessagePlan] {
  const plan: MessagePlan = {
    docs: noDocs,
    isEntry: true,
    isStruct: false,
    objectMaps: 0,
    fields: planEntryFields(field),
    writing: [[1], [2]],
  };
  return [codecNames.typeName([...pathOf(field.parent, renames), entryName(field)]), plan];
}

const noDocs: TypeDocs = { type: docBlock({ text: "" }), members: new Map() };

function messageDocs(message: DescMessage, { docOf, renames }: PlanContext): TypeDocs {
  const members = [...message.fields, ...message.oneofs].map((one): [string, Code] => [
    codecNames.propertyName(renames.fields.get(one) ?? one.name),
    docOf(one),
  ]);
  return { type: docOf(message), members: new Map(members) };
}

function enumDocs(one: DescEnum, { docOf }: PlanContext): TypeDocs {
  return { type: docOf(one), members: new Map(one.values.map((value) => [value.name, docOf(value)])) };
}
