import type { DescFile } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../../../test/compile.fixture.js";
import { codecsOf, linkProtos, writeCodecs } from "./codecs.fixture.js";
import { codecNames } from "./names.js";

describe("names in the code of messages", () => {
  it.each([
    [["Outer", "Inner"], "Outer_Inner"],
    [["foo_bar"], "fooBar"],
    [["FOO_BAR"], "fooBar"],
    [["Foo_Bar", "Baz_"], "FooBar_Baz"],
    [["_Foo"], "Foo"],
    [["Foo__Bar"], "FooBar"],
    [["HTTPServer"], "HTTPServer"],
    [["Date"], "DateMessage"],
    [["Function"], "FunctionMessage"],
    [["A", "Date"], "A_Date"],
    [["A1_2b"], "A12b"],
  ])("are those that people know from ts-proto: message %j", async (path, want) => {
    expect(codecNames.typeName(path)).toBe(want);
    const open = path.map((name) => `message ${name} { `).join("");
    const text = `syntax = "proto3"; package a; ${open} string x = 1; ${"}".repeat(path.length)}`;
    expect((await codecsOf({ "a.proto": text }))["a.ts"]).toContain(`export interface ${want} {`);
  });

  it.each([
    ["foo_bar", "fooBar"],
    ["FOO_BAR", "fooBar"],
    ["Foo_BAR", "FooBAR"],
    ["foo", "foo"],
    ["FOO", "FOO"],
    ["a__b", "aB"],
    ["_x", "X"],
    ["x_", "x"],
    ["a_1_b", "a1B"],
    ["__proto__", "Proto"],
    ["x1_y2", "x1Y2"],
  ])("are those that people know from ts-proto: field, member and oneof %s", async (name, want) => {
    expect(codecNames.propertyName(name)).toBe(want);
    const text = `syntax = "proto3"; package a;
      message A { string ${name} = 1; } message B { oneof o { string ${name} = 1; } } message C { oneof ${name} { string z = 1; } }`;
    const code = (await codecsOf({ "a.proto": text }))["a.ts"] ?? "";
    expect(code).toContain(`interface A {\n  ${want}: string;`);
    expect(code).toContain(`o?: { $case: "${want}"; value: string }`);
    expect(code).toContain(`interface C {\n  ${want}?: { $case: "z"`);
  });

  const names = [
    ..."Any AnyMessage Array ArrayBuffer AsyncIterable BigInt BinaryReader BinaryWriter Boolean Buffer Builtin".split(
      " ",
    ),
    ..."Constructor DataView DeepPartial Error Exact Exclude Extract Infinity Iterable Iterator JSON Long Map Math".split(
      " ",
    ),
    ..."MessageFns NaN Number Object Omit Partial Pick Promise Proxy RangeError Readonly Record Reflect RegExp".split(
      " ",
    ),
    ..."Required Set String Struct Symbol Timestamp TypeError UNRECOGNIZED Uint8Array UnknownField UnknownFields Value".split(
      " ",
    ),
    ..."Reader ValueKind WeakMap Writer".split(" "),
  ];

  it("are refused exactly where a message or enum of that name does not compile", async () => {
    await using folder = await openFolder();
    const files = linkProtos(Object.fromEntries(names.flatMap(hardFiles)));
    const filesWith = (indexes: ReadonlySet<number>): DescFile[] =>
      files.filter((file) => {
        const index = /^[me](\d+)\//.exec(file.name)?.[1];
        return index === undefined || indexes.has(Number(index));
      });
    const refused = new Set<string>();
    const allowed = new Set(names.keys());
    for (const [index, name] of names.entries()) {
      if (!codecNames.isReserved(name)) continue;
      allowed.delete(index);
      await writeCodecs(filesWith(new Set([index]))).then(
        (output) => folder.write(output),
        () => refused.add(name),
      );
    }
    await folder.write(await writeCodecs(filesWith(allowed)));
    const complaints = await folder.compile("TypeScript 7");
    const broken = names.filter(
      (name, index) => refused.has(name) || new RegExp(`\\b(m|e)${index}/`).test(complaints),
    );
    expect(broken).toEqual(names.filter((name) => codecNames.isReserved(name)));
  });

  it("never begin with a small letter, as variables do, or are no identifiers", () => {
    for (const name of ["message", "asInt32", "disk", "_A", "", "1a", "a-b", "a b", "é"])
      expect(codecNames.isReserved(name)).toBe(true);
  });
});

/** A message of the name with a field of every kind, an enum of the name, and files that import each. */
function hardFiles(name: string, index: number): [string, string][] {
  const head = (place: string, more = ""): string =>
    `syntax = "proto3"; package ${place}; import "google/protobuf/struct.proto"; import "google/protobuf/wrappers.proto"; ${more}`;
  const fields = (type: string, kind: string): string => `
    ${type} one = 1; repeated ${type} many = 2; map<string, ${type}> mapped = 3; map<int64, ${type}> by_long = 4;
    oneof choice { ${type} chosen = 5; string text = 6; } bytes raw = 7; int64 long = 8; repeated uint64 longs = 9;
    google.protobuf.ListValue list = 10; google.protobuf.Struct struct = 11; google.protobuf.StringValue wrapped = 12;
    repeated double doubles = 13; map<int32, string> by_int = 14; optional bool flag = 15; ${kind}`;
  return [
    [`m${index}/a.proto`, `${head(`m${index}`)} message ${name} { ${fields(name, "")} }`],
    [
      `m${index}/b.proto`,
      `${head(`m${index}`, `import "m${index}/a.proto";`)} message Other { ${fields(name, "")} }`,
    ],
    [
      `e${index}/a.proto`,
      `${head(`e${index}`)} enum ${name} { ZERO = 0; } message Other { ${fields(name, "")} }`,
    ],
    [
      `e${index}/b.proto`,
      `${head(`e${index}`, `import "e${index}/a.proto";`)} message Third { ${fields(name, "")} }`,
    ],
  ];
}
