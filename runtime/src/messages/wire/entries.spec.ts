import { describe, expect, it } from "vitest";
import { readEntry, writeEntries } from "./entries.js";
import { asStringValue } from "./wrappers.js";
import { asValue } from "./plain-json.js";
import { Reader } from "./reader.js";
import { asBool, asInt32, asInt64, asString, type ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

function write<K, V>(map: { [key: string]: V } | Map<K, V>, key: ValueKind<K>, value: ValueKind<V>): string {
  const writer = new Writer();
  writeEntries(writer, 10, map, key, value);
  return Buffer.from(writer.finish()).toString("hex");
}

function read<K, V>(
  hex: string,
  map: { [key: string]: V } | Map<unknown, V>,
  key: ValueKind<K>,
  value: ValueKind<V>,
): unknown {
  const reader = new Reader(Buffer.from(hex, "hex"));
  while (reader.next(reader.length) !== 0) readEntry(reader, map, key, value);
  return map;
}

const object = (): { [key: string]: never } => ({});

describe("the entries of a map", () => {
  it("have their keys and values, also where they are the default", () => {
    expect(write({ "": "" }, asString, asString)).toBe("0a040a001200");
    expect(write({ 0: 0, "-1": 2 }, asInt32, asInt32)).toBe("0a04080010000a0d08ffffffffffffffffff011002");
    expect(write(new Map([[true, 5n]]), asBool, asInt64)).toBe("0a0408011005");
  });

  it("are read into an object by the text of their keys, and into a Map by the keys", () => {
    expect(read("0a04080110020a0408031004", object(), asInt32, asInt32)).toEqual({ 1: 2, 3: 4 });
    expect(read("0a0408011002", new Map(), asInt64, asInt32)).toEqual(new Map([[1n, 2]]));
  });

  it.each([
    ["nothing", "0a00", { "": "" }],
    ["a key alone", "0a030a0161", { a: "" }],
    ["a value alone", "0a03120161", { "": "a" }],
    ["the value first", "0a061201620a0161", { a: "b" }],
    ["a key twice", "0a060a01610a0162", { b: "" }],
    ["something else", "0a0818010a0161120162", { a: "b" }],
  ])("may hold %s", (_, hex, want) => {
    expect(read(hex, object(), asString, asString)).toEqual(want);
  });

  it("are left out where they hold undefined, or no JSON", () => {
    expect(write<string, string>({ a: undefined as unknown as string }, asString, asStringValue)).toBe("");
    expect(read("0a050a01611200", object(), asString, asValue)).toEqual({});
    expect(read("0a030a0161", object(), asString, asStringValue)).toEqual({ a: "" });
  });
});
