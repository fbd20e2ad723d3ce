import { ScalarType, type DescField, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import { isGroup } from "./dialect.js";
import { codecNames } from "./names.js";
import { entryName, pathOf, type Renames } from "./renames.js";

/** What the codecs of one file must do beyond what ts-proto writes, by the TypeScript names of its messages. */
export type CodecPlan = ReadonlyMap<string, MessagePlan>;

/** What the codec of one message must do. */
export interface MessagePlan {
  /** The message is the entry of a map: a matter of its own file. */
  readonly isEntry: boolean;
  /** Some field holds the message as a group, which ends by a tag and not by a length. */
  readonly isGroup: boolean;
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

/** The plan of a file. */
export function makePlan(file: DescFile, renames: Renames, groups: ReadonlySet<DescMessage>): CodecPlan {
  return new Map(file.messages.flatMap((message) => planMessage(message, renames, groups)));
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

function planMessage(
  message: DescMessage,
  renames: Renames,
  groups: ReadonlySet<DescMessage>,
): [string, MessagePlan][] {
  const path = pathOf(message, renames);
  const maps = message.fields.filter((field) => field.fieldKind === "map");
  const plan: MessagePlan = {
    isEntry: false,
    isGroup: groups.has(message),
    isStruct: message.typeName === "google.protobuf.Struct",
    objectMaps: maps.filter(isObjectMap).length,
    mergedFields: message.fields.filter((field) => field.fieldKind === "message" && isMessageType(field))
      .length,
    strictText: numbersOf(message.fields.filter((field) => field.fieldKind !== "map" && isStrictText(field))),
    messageMaps: numbersOf(maps.filter(isMessageType)),
  };
  return [
    [codecNames.typeName(path), plan],
    ...maps.flatMap((field) => planEntry(field, path)),
    ...message.nestedMessages.flatMap((one) => planMessage(one, renames, groups)),
  ];
}

type MapField = Extract<DescField, { readonly fieldKind: "map" }>;

function planEntry(field: MapField, path: readonly string[]): [string, MessagePlan][] {
  const text = [
    ...(field.mapKey === ScalarType.STRING && field.utf8Validation ? [1] : []),
    ...(field.scalar === ScalarType.STRING && field.utf8Validation ? [2] : []),
  ];
  const plan: MessagePlan = {
    isEntry: true,
    isGroup: false,
    isStruct: false,
    objectMaps: 0,
    mergedFields: isMessageType(field) ? 1 : 0,
    strictText: new Set(text),
    messageMaps: new Set(),
  };
  return [[codecNames.typeName([...path, entryName(field)]), plan]];
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
