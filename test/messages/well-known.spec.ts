import { readFile, readdir } from "node:fs/promises";
import { create, toBinary, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import {
  AnySchema,
  DurationSchema,
  EmptySchema,
  FieldMaskSchema,
  Int64ValueSchema,
  ListValueSchema,
  StructSchema,
  TimestampSchema,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import * as tables from "@stratus/runtime/messages-v1";
import * as codecs from "@stratus/runtime/wire-v1";
import { describe, expect, it } from "vitest";
import { writeCodecs } from "../../generator/src/codecs/codecs.fixture.js";
import { sharedFiles, typesOf } from "../../generator/src/source/shared-types.js";

const folder = new URL("../../runtime/src/well-known/", import.meta.url);

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
  return code
    .split(/^(?=export |const )/m)
    .map((one) =>
      one
        .replaceAll(/\s+/g, " ")
        .replaceAll(/,? ?([()]) ?/g, "$1")
        .trim(),
    )
    .filter((one) => one !== "" && one !== "export type AnyJson = AnyJson;")
    .toSorted();
}

const types = sharedFiles.flatMap((file) => typesOf(file));

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
});
