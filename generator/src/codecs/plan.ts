import {
  ScalarType,
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
} from "@bufbuild/protobuf";
import { docBlock, type Code } from "../view/code.js";
import type { DocOf } from "./comments.js";
import { isGroup } from "./dialect.js";
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
  /** Some field holds the message as a group, which ends by a tag and not by a length. */
  readonly isGroup: boolean;
  /** Numbers of the fields that are written as groups. */
  readonly groupFields: ReadonlySet<number>;
  /** The message is `google.protobuf.Struct`, which is a plain object outside its codec. */
  readonly isStruct: boolean;
  /** How many maps it has that are plain objects, whose keys may be `__proto__`. */
  readonly objectMaps: number;
  /** How many fields hold one message, which merges when it comes in pieces. */
  readonly mergedFields: number;
  /** Numbers of the fields whose text must be valid UTF-8. */
  readonly strictText: ReadonlySet<number>;
  /** Numbers of the maps whose values are messages, which an entry may leave out when empty. */
  readonly messageMaps: ReadonlySet<number>;
}

/** Types that ts-proto turns into plain values: those of a later piece replace the earlier ones. */
const plainValues = new Set(
  [
    ..."BoolValue BytesValue DoubleValue FloatValue Int32Value Int64Value StringValue UInt32Value UInt64Value".split(
      " ",
    ),
    ..."FieldMask ListValue Struct Value".split(" "),
  ].map((name) => `google.protobuf.${name}`),
);

/** What a plan is made with. */
export interface PlanContext {
  readonly renames: Renames;
  /** The messages that some field holds as a group. */
  readonly groups: ReadonlySet<DescMessage>;
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

/** The messages that some field holds as a group. */
export function findGroupTypes(files: readonly DescFile[]): ReadonlySet<DescMessage> {
  const messages = files.flatMap((file) => file.messages.flatMap(withNested));
  return new Set(
    messages.flatMap(({ fields }) =>
      fields.flatMap((field) => (isGroup(field) ? (field.message ?? []) : [])),
    ),
  );
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

function planMessage(message: DescMessage, context: PlanContext): [string, MessagePlan][] {
  const maps = message.fields.filter((field) => field.fieldKind === "map");
  const plan: MessagePlan = {
    docs: messageDocs(message, context),
    isEntry: false,
    isGroup: context.groups.has(message),
    groupFields: numbersOf(message.fields.filter(isGroup)),
    isStruct: message.typeName === "google.protobuf.Struct",
    objectMaps: maps.filter(isObjectMap).length,
    mergedFields: message.fields.filter((field) => field.fieldKind === "message" && isMessageType(field))
      .length,
    strictText: numbersOf(message.fields.filter((field) => field.fieldKind !== "map" && isStrictText(field))),
    messageMaps: numbersOf(maps.filter(isMessageType)),
  };
  return [[typeName(message, context), plan], ...maps.map((field) => planEntry(field, context))];
}

type MapField = Extract<DescField, { readonly fieldKind: "map" }>;

function planEntry(field: MapField, { renames }: PlanContext): [string, MessagePlan] {
  const text = [
    ...(field.mapKey === ScalarType.STRING && field.utf8Validation ? [1] : []),
    ...(field.scalar === ScalarType.STRING && field.utf8Validation ? [2] : []),
  ];
  const plan: MessagePlan = {
    docs: noDocs,
    isEntry: true,
    isGroup: false,
    groupFields: new Set(),
    isStruct: false,
    objectMaps: 0,
    mergedFields: isMessageType(field) ? 1 : 0,
    strictText: new Set(text),
    messageMaps: new Set(),
  };
  return [codecNames.typeName([...pathOf(field.parent, renames), entryName(field)]), plan];
}

/** 64-bit and bool keys make a `Map`; all others can be keys of a plain object. */
function isObjectMap(field: DescField): boolean {
  return field.fieldKind === "map" && !mapKeys.has(field.mapKey);
}

const mapKeys: ReadonlySet<ScalarType> = new Set([
  ScalarType.BOOL,
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

function isStrictText(field: DescField): boolean {
  return field.scalar === ScalarType.STRING && field.utf8Validation;
}

function isMessageType(field: DescField): boolean {
  return field.message !== undefined && !plainValues.has(field.message.typeName);
}

function numbersOf(fields: readonly DescField[]): ReadonlySet<number> {
  return new Set(fields.map((field) => field.number));
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
