import { ScalarType, type DescField, type DescMessage, type DescOneof } from "@bufbuild/protobuf";
import { isGroup } from "./dialect.js";

/** What the codec of a message must do for one of its fields beyond what ts-proto writes. */
export interface FieldPlan {
  /** Its text must be valid UTF-8. */
  readonly isStrictText: boolean;
  /** It is written as a group, which ends by a tag and not by a length. */
  readonly isGroup: boolean;
  /** What it holds one of: pieces of that are merged. Undefined for scalars, lists and maps. */
  readonly holds: Holding | undefined;
  /** What is special about it as a map; undefined where it is none. */
  readonly map: MapPlan | undefined;
}

/** A message; the plain value of a wrapper; another plain value, which the codec of its type wraps and unwraps. */
export type Holding = "message" | "wrapper" | "plain";

export interface MapPlan {
  /** Its keys are numbers, which are the texts of an object's keys. */
  readonly hasNumericKeys: boolean;
  /** A value that an entry leaves out is an empty message. */
  readonly isFilled: boolean;
}

/** Numbers of the fields that one statement of ts-proto's encoder writes: those of a oneof, else one. */
export type WrittenNumbers = readonly number[];

/** The plans of a message's fields by their numbers. */
export function planFields(message: DescMessage): ReadonlyMap<number, FieldPlan> {
  return new Map(message.fields.map((field) => [field.number, planField(field)]));
}

function planField(field: DescField): FieldPlan {
  return {
    isStrictText: field.fieldKind !== "map" && isStrictText(field),
    isGroup: isGroup(field),
    holds: field.fieldKind === "message" ? holdingOf(field.message) : undefined,
    map: field.fieldKind === "map" ? planMap(field) : undefined,
  };
}

/** A map as a linked message shows it. */
export type MapField = Extract<DescField, { readonly fieldKind: "map" }>;

/** The plans of the fields of a map's entry: its key and its value. */
export function planEntryFields(field: MapField): ReadonlyMap<number, FieldPlan> {
  const none: FieldPlan = { isStrictText: false, isGroup: false, holds: undefined, map: undefined };
  const isStrictKey = field.mapKey === ScalarType.STRING && field.utf8Validation;
  return new Map([
    [1, { ...none, isStrictText: isStrictKey }],
    [
      2,
      {
        ...none,
        isStrictText: isStrictText(field),
        holds: field.message ? holdingOf(field.message) : undefined,
      },
    ],
  ]);
}

function isStrictText(field: DescField): boolean {
  return field.scalar === ScalarType.STRING && field.utf8Validation;
}

const wrappers = new Set(
  "BoolValue BytesValue DoubleValue FloatValue Int32Value Int64Value StringValue UInt32Value UInt64Value".split(
    " ",
  ),
);
const plainValues = new Set("FieldMask ListValue Struct Value".split(" "));

function holdingOf({ typeName }: DescMessage): Holding {
  const name = /^google\.protobuf\.(\w+)$/.exec(typeName)?.[1] ?? "";
  return wrappers.has(name) ? "wrapper" : plainValues.has(name) ? "plain" : "message";
}

function planMap(field: MapField): MapPlan {
  return {
    hasNumericKeys: isObjectMap(field) && field.mapKey !== ScalarType.STRING,
    // A Value without a kind is no JSON, so there is nothing to put in its place.
    isFilled: field.message !== undefined && field.message.typeName !== "google.protobuf.Value",
  };
}

/** 64-bit and bool keys make a `Map`; all others can be keys of a plain object. */
export function isObjectMap(field: DescField): boolean {
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

/** What each statement of ts-proto's encoder writes: in the order of the proto, a oneof where its first member is. */
export function planWriting(message: DescMessage): readonly WrittenNumbers[] {
  const written = new Set<DescOneof>();
  return message.fields.flatMap(({ oneof, number }): WrittenNumbers[] => {
    if (!oneof) return [[number]];
    if (written.has(oneof)) return [];
    written.add(oneof);
    return [oneof.fields.map((member) => member.number)];
  });
}
