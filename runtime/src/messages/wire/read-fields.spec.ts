import { describe, expect, it } from "vitest";
import { defineEnum, type ClosedEnum } from "../table/enum-type.js";
import { fields } from "../table/field-text.js";
import type { JsonValue } from "../table/json-value.js";
import type { UnrecognizedValue } from "../table/unrecognized-enum.js";
import { defineMessage, type MessageType } from "./message-type.js";
import type { UnknownFields } from "./unknown-fields.js";
// The modules of messages name the kinds that they write.
import "./plain-json.js";
import "./wrappers.js";

const Mood$values = { BAD: 3, GOOD: 7 } as const;
const Mood = defineEnum(Mood$values);
type Mood = ClosedEnum<typeof Mood$values>;

/** A field of every form that is read in a way of its own. */
interface Day {
  mood?: Mood;
  moods: Mood[];
  moodByName: { [name: string]: Mood };
  which?:
    | { $case: "text"; value: string }
    | { $case: "inner"; value: Day }
    | { $case: "kind"; value: Mood }
    | { $case: "json"; value: JsonValue }
    | undefined;
  json?: JsonValue | undefined;
  raw: Uint8Array;
  sizes: number[];
  byId: Map<bigint, Day>;
  note?: string | undefined;
  late?: string;
  _unknownFields?: UnknownFields | undefined;
}

const Day: MessageType<Day> = defineMessage<Day>(
  "acme.Day",
  (v) => {
    const message: { [name: string]: unknown } = {
      moods: v[1],
      moodByName: v[2],
      which: v[3],
      json: v[4],
      raw: v[5],
      sizes: v[6],
      byId: v[7],
      note: v[8],
    };
    if (v[0] !== undefined) message["mood"] = v[0];
    if (v[9] !== undefined) message["late"] = v[9];
    return message;
  },
  () => undefined,
  () => fields`
    optional ${Mood} mood = 1 closed
    repeated ${Mood} moods = 2 closed
    map<string,${Mood}> mood_by_name = 3 closed
    string text = 4 oneof=which
    ${Day} inner = 5 oneof=which
    ${Mood} kind = 6 oneof=which closed
    google.protobuf.Value json_choice = 7 oneof=which local=json
    google.protobuf.Value json = 8
    bytes raw = 9
    repeated double sizes = 10
    map<int64,${Day}> by_id = 11
    google.protobuf.StringValue note = 12
    optional string late = 3000 unchecked
  `,
);

const day = (more: Partial<Day> = {}): Day => ({
  moods: [],
  moodByName: {},
  which: undefined,
  json: undefined,
  raw: new Uint8Array(0),
  sizes: [],
  byId: new Map(),
  note: undefined,
  ...more,
});
const unknown = (number: number, wireType: number, ...value: number[]): Partial<Day> => ({
  _unknownFields: [{ number, wireType, value: Uint8Array.from(value) }],
});
/** The same of a value of a closed enum. */
const closed = (field: Partial<Day>, note: UnrecognizedValue): Partial<Day> => ({
  _unknownFields: (field._unknownFields ?? []).map((one) => ({ ...one, unrecognized: note })),
});
const decode = (hex: string): Day => Day.decode(Buffer.from(hex, "hex"));
const one = "000000000000f03f";
const text = { $case: "text", value: "a" } as const;
const tenth: UnrecognizedValue = { field: "moods", value: 10, position: { index: 2, recognized: [3, 7] } };
const ninth: UnrecognizedValue = { field: "mood_by_name", value: 9, key: "a" };

describe("a message that is read by its table", () => {
  it.each<[about: string, hex: string, want: Partial<Day>]>([
    ["nothing", "", {}],
    ["a scalar that may be absent", "0803", { mood: 3 }],
    ["a field with a large number", `c2bb010161`, { late: "a" }],
    ["text that need not be UTF-8", `c2bb0101ff`, { late: "\ufffd" }],
    ["numbers one by one and packed", `51${one}5208${one}`, { sizes: [1, 1] }],
    [
      "a list of a closed enum, in both readModes",
      "10031202070a",
      { moods: [3, 7], ...closed(unknown(2, 0, 10), tenth) },
    ],
    ["a map", "5a0408021200", { byId: new Map([[2n, day()]]) }],
    ["a member of a oneof", "220161", { which: { $case: "text", value: "a" } }],
    ["the last member of a oneof", "2201612a00", { which: { $case: "inner", value: day() } }],
    ["a wrapper", "62030a0161", { note: "a" }],
    ["bytes", "4a0161", { raw: Uint8Array.of(0x61) }],
  ])("has %s", (_, hex, want) => {
    expect(decode(hex)).toStrictEqual(day(want));
  });

  it.each<[about: string, hex: string, want: Partial<Day>]>([
    ["a field", "08030809", { mood: 3, ...closed(unknown(1, 0, 9), { field: "mood", value: 9 }) }],
    ["a oneof", "2201613009", { which: text, ...closed(unknown(6, 0, 9), { field: "kind", value: 9 }) }],
    ["a map", "1a050a01611009", closed(unknown(3, 2, 0x0a, 1, 0x61, 0x10, 9), ninth)],
  ])("leaves %s as it was where a closed enum does not name the number", (_, hex, want) => {
    expect(decode(hex)).toStrictEqual(day(want));
  });

  it("has no property for a field that holds nothing but such a number", () => {
    expect(Object.hasOwn(decode("0809"), "mood")).toBe(false);
    expect(Object.hasOwn(decode("3009"), "which")).toBe(false);
    expect(Object.hasOwn(decode("08030809"), "mood")).toBe(true);
    expect(decode("1009").moods).toEqual([]);
  });

  it("keeps a JSON value without a kind as an unknown field, and a oneof that has one", () => {
    expect(decode("4200")).toStrictEqual(day(unknown(8, 2)));
    expect(decode("3a00").which).toStrictEqual({ $case: "json", value: undefined });
    expect(decode("42020800").json).toBeNull();
  });

  it("shares no list, map or bytes with another one", () => {
    const [first, second] = [decode(""), decode("")];
    for (const name of ["moods", "moodByName", "raw", "byId"] as const) {
      expect(first[name]).not.toBe(second[name]);
    }
  });
});
