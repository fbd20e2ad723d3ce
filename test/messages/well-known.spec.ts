import { readFile, readdir } from "node:fs/promises";
import { create, toBinary, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import {
  AnySchema,
  BoolValueSchema,
  BytesValueSchema,
  DoubleValueSchema,
  DurationSchema,
  EmptySchema,
  FieldMaskSchema,
  FloatValueSchema,
  Int32ValueSchema,
  Int64ValueSchema,
  ListValueSchema,
  StringValueSchema,
  StructSchema,
  TimestampSchema,
  UInt32ValueSchema,
  UInt64ValueSchema,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import { fromJson, toJson, unpackAny } from "@stratus/runtime/messages";
import * as tables from "@stratus/runtime/generated/messages-v1";
import * as codecs from "@stratus/runtime/generated/wire-v1";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { writeCodecs } from "../../generator/src/plugin/codecs/codecs.fixture.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { sharedFiles, listTypes } from "../../generator/src/plugin/source/shared-types.js";
import { openFolder } from "../compile.fixture.js";

const folder = new URL("../../runtime/src/messages/well-known/", import.meta.url);

async function sourcesOf(...paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => readFile(new URL(path, folder), "utf8")))).join("\n");
}

async function sourcesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(new URL(path, folder));
  return names.filter((name) => name.endsWith(".ts") && name !== "index.ts").map((name) => path + name);
}

/** The declarations of modules, without imports, comments and layout, sorted. */
function declarationsIn(text: string): readonly string[] {
  const code = text
    .replaceAll(/\/\*(?!@)[^]*?\*\//g, "")
    .replaceAll(/^import [^]*?;$/gm, "")
    .replaceAll("AnyJson$", "AnyJson");
  return (
    code
      .split(/^(?=export |const |function )/m)
      .map((one) =>
        one
          .replaceAll(/\s+/g, " ")
          .replaceAll(/,? ?([()]) ?/g, "$1")
          .trim(),
      )
      .filter((one) => one !== "" && one !== "export type AnyJson = AnyJson;")
      // The runtime makes its wrappers by one function; what they do is compared below.
      .filter((one) => !one.startsWith("function defineWrapper"))
      .map((one) => one.replace(/^(export const (?!ListValue)\w+: .*\b\w+ValueJson> =) .*/, "$1"))
      .toSorted()
  );
}

const types = sharedFiles.flatMap((file) => listTypes(file));

describe("the well-known types of the runtime", () => {
  it("are what the generator prints for the protos that everybody has, to the letter", async () => {
    const printed = Object.values(await writeCodecs(sharedFiles, { hasJsonTypes: true })).join("\n");
    const own = await sourcesOf(...(await sourcesIn("./")));
    expect(declarationsIn(own)).toEqual(declarationsIn(printed));
    expect(declarationsIn(own).length).toBeGreaterThan(50);
  });

  it("are what it prints without codecs, too", async () => {
    const options = { hasJsonTypes: true, hasCodecs: false };
    const printed = Object.values(await writeCodecs(sharedFiles, options)).join("\n");
    const own = await sourcesOf(...(await sourcesIn("./tables/")), "json-forms.ts", "null-value.ts");
    expect(declarationsIn(own)).toEqual(declarationsIn(printed));
  });

  it.each([
    ["with codecs", codecs],
    ["without", tables],
  ])("are all of their files, each under its own name, %s", (_, entry) => {
    const found = Object.entries(entry).filter(([name]) => types.some((one) => one.name === name));
    expect(found.map(([name]) => name).toSorted()).toEqual(types.map(({ name }) => name).toSorted());
    for (const { kind, name, typeName } of types) {
      if (kind === "message") expect(Reflect.get(entry, name)).toHaveProperty("typeName", typeName);
    }
  });

  it("are found by themselves where an Any names one", () => {
    const json = { "@type": "type.googleapis.com/google.protobuf.Duration", value: "1.500s" };
    const any = fromJson(codecs.Any, json);
    expect(unpackAny(codecs.Duration, any)).toEqual({ seconds: 1n, nanos: 500_000_000 });
    expect(toJson(codecs.Any, any)).toEqual(json);
  });

  it("have the bytes that protobuf-es writes", () => {
    const same = <Desc extends DescMessage>(
      desc: Desc,
      theirs: MessageInitShape<Desc>,
      ours: Uint8Array,
    ): void => expect([...ours], desc.typeName).toEqual([...toBinary(desc, create(desc, theirs))]);
    const { Any, Duration, Empty, FieldMask, Int64Value, ListValue, Struct, Timestamp, Value } = codecs;
    const time = { seconds: -62135596800n, nanos: 999_999_999 };
    same(TimestampSchema, time, Timestamp.encode(time));
    same(DurationSchema, { seconds: -1n, nanos: -5 }, Duration.encode({ seconds: -1n, nanos: -5 }));
    same(EmptySchema, {}, Empty.encode({}));
    same(FieldMaskSchema, { paths: ["a", "b.c"] }, FieldMask.encode({ paths: ["a", "b.c"] }));
    same(Int64ValueSchema, { value: 2n ** 62n }, Int64Value.encode({ value: 2n ** 62n }));
    const any = { typeUrl: "type.googleapis.com/a.B", value: Uint8Array.of(1, 2) };
    same(AnySchema, any, Any.encode(any));
    const text = { kind: { case: "stringValue", value: "a" } } as const;
    same(ValueSchema, text, Value.encode({ kind: { $case: "stringValue", value: "a" } }));
    same(ListValueSchema, { values: [text] }, ListValue.encode({ values: ["a"] }));
    same(StructSchema, { fields: { b: text } }, Struct.encode({ fields: { b: "a" } }));
  });

  it.each([
    ["DoubleValue", "double", DoubleValueSchema, [0, -0, 1.5, NaN, Infinity]],
    ["FloatValue", "float", FloatValueSchema, [0, -0, 1.5, NaN, -Infinity]],
    ["Int64Value", "int64", Int64ValueSchema, [0n, 1n, -(2n ** 63n)]],
    ["UInt64Value", "uint64", UInt64ValueSchema, [0n, 2n ** 64n - 1n]],
    ["Int32Value", "int32", Int32ValueSchema, [0, 1, -(2 ** 31)]],
    ["UInt32Value", "uint32", UInt32ValueSchema, [0, 2 ** 32 - 1]],
    ["BoolValue", "bool", BoolValueSchema, [false, true]],
    ["StringValue", "string", StringValueSchema, ["", "text"]],
    ["BytesValue", "bytes", BytesValueSchema, [new Uint8Array(0), Uint8Array.of(0, 1)]],
  ] as const)("have %s, with a %s, as protobuf-es has it", (name, scalar, schema, values) => {
    const type: codecs.MessageType<object> = Reflect.get(codecs, name);
    const table: tables.MessageTable<object> = Reflect.get(tables, name);
    for (const value of values) {
      const bytes = toBinary<DescMessage>(schema, create<DescMessage>(schema, { value }));
      expect([...type.encode({ value })]).toEqual([...bytes]);
      expect(type.decode(bytes)).toEqual({ value });
    }
    const kept = { value: values[0], _unknownFields: [{ number: 2, wireType: 0, value: Uint8Array.of(3) }] };
    expect([...type.encode(kept)]).toEqual([16, 3]);
    expect(type.decode(type.encode(kept))).toEqual(kept);
    for (const { typeName, fields } of [type, table]) {
      expect(typeName).toBe(schema.typeName);
      expect(fields).toEqual([wrapped(scalar)]);
    }
  });
});

/** The field of a wrapper. */
const wrapped = (scalar: string): object => ({
  name: "value",
  local: "value",
  json: "value",
  number: 1,
  shape: { kind: "single", type: { kind: "scalar", scalar } },
  hasPresence: false,
  oneof: undefined,
  behaviors: [],
  isSecret: false,
  isUnsent: false,
  isRequired: false,
  wire: undefined,
});

/** Copies of a company's own: all in one file, some with other fields, beside a type that protobuf has not. */
const vendored = `syntax = "proto3"; package google.protobuf;
  message Timestamp { int64 seconds = 1; int32 nanos = 2; string zone = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message StringValue { string value = 1; string language = 2; }
  message Int64Value { int64 value = 1; }
  message DurationJson { Duration of = 1; }`;

const disk = `syntax = "proto3"; package acme.v1; import "vendored/types.proto";
  message Disk { google.protobuf.Timestamp made = 1; google.protobuf.Duration age = 2; Duration shown = 3;
    google.protobuf.StringValue title = 4; repeated google.protobuf.StringValue titles = 5;
    map<string, google.protobuf.StringValue> by_name = 6; google.protobuf.Int64Value size = 7; }
  message Duration { string text = 1; google.protobuf.Duration is = 2; }
  service DiskService { rpc Get(google.protobuf.Duration) returns (Disk); }`;

const program = `
import { Disk } from "./acme/v1/index.js";
import * as google from "./google/protobuf/index.js";

const made: google.Timestamp = { seconds: 1n, nanos: 2, zone: "Z" };
const age: google.Duration = google.Duration.create({ seconds: 3n });
const titles: google.StringValue[] = [google.StringValue.create({ value: "t", language: "en" })];
const size: bigint = 5n;
export const disk: Disk = Disk.create({ made, age, titles, title: { language: "de" }, byName: { a: { value: "b" } }, size });
export const shown: string | undefined = Disk.create({ shown: { text: "s", is: age } }).shown?.text;
`;

describe("an API with its own google.protobuf", () => {
  const protos = { "vendored/types.proto": vendored, "acme/v1/disk.proto": disk };

  it.each<[parameter: string, entry: string, more: string]>([
    ["kind=cloud", "calls-v1", ""],
    ["kind=cloud,codec=ts-proto", "calls-v1", ""],
    ["clients=false", "wire-v1", ""],
    ["codec=none", "messages-v1", ""],
    ["kind=cloud,json_types=true", "calls-v1", ", type DurationJson as DurationJson$, type Int64ValueJson,"],
  ])("keeps what differs, and shares what does not: %s", async (parameter, entry, more) => {
    const { files, error } = await generateFrom(protos, { parameter: `strip_prefix=google,${parameter}` });
    expect(error).toBe("");
    const moved = (text: string): string => text.replaceAll("./google/protobuf/", "./protobuf/");
    expect((files["protobuf/index.ts"] ?? "").replaceAll(/\s+/g, " ")).toContain(
      `export { Duration, Int64Value${more} } from "@stratus/runtime/generated/${entry}"; export * from "./types.js";`,
    );
    expect(files["protobuf/types.ts"]).not.toMatch(/export interface (?:Duration|Int64Value) /);
    await using folder = await openFolder();
    await folder.write({ ...files, "program.ts": moved(program) });
    expect(await folder.compile("TypeScript 7")).toBe("");
    if (parameter === "codec=none") return;
    const { disk: made } = (await import(pathToFileURL(`${folder.path}/dist/program.js`).href)) as Built;
    const { Disk } = (await import(pathToFileURL(`${folder.path}/dist/acme/v1/index.js`).href)) as Types;
    // A Timestamp of 3 fields, of which the last is "Z", and a StringValue of 2.
    const bytes = [...Disk.encode(made)];
    const fields = [
      [0x0a, 7, 0x08, 1, 0x10, 2, 0x1a, 1, 0x5a],
      [0x12, 2, 0x08, 3],
      [0x22, 4, 0x12, 2, 0x64, 0x65],
      [0x2a, 7, 0x0a, 1, 0x74, 0x12, 2, 0x65, 0x6e],
      [0x32, 8, 0x0a, 1, 0x61, 0x12, 3, 0x0a, 1, 0x62],
      [0x3a, 2, 0x08, 5],
    ];
    expect(bytes).toEqual(fields.flat());
    expect(Disk.decode(Uint8Array.from(bytes))).toEqual(made);
  });
});

interface Built {
  readonly disk: object;
}

interface Types {
  readonly Disk: codecs.MessageType<object>;
}
