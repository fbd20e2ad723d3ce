import { describe, expect, it } from "vitest";
import { codecsOf, linkProtos, plainNames, writeCodecs } from "./codecs.fixture.js";

const proto = `
syntax = "proto3";
message Thing {
  int32 size = 2; // Its size.
  string second = 4 [deprecated = true];
}
`;

it("a MessageSet, which holds extensions alone, is a message that keeps what it holds", async () => {
  const text =
    'syntax = "proto2"; package a; message Bag { option message_set_wire_format = true; extensions 4 to max; }';
  const code = (await codecsOf({ "a.proto": text }))["a.ts"];
  expect(code).toMatch(
    /export interface Bag \{\n {2}\/\*\* @deprecated For fields that [^\n]*\n {2}_unknownFields\?: UnknownFields \| undefined;\n\}/,
  );
  expect(code).toContain("writer.unknown(message._unknownFields);");
});

describe("the code of messages", () => {
  it("has a new field as lines more, wherever the proto declares it", async () => {
    const codeOf = async (fields: string): Promise<readonly string[]> => {
      const code = await codecsOf({ "a.proto": `syntax = "proto3"; message Thing { ${fields} }` });
      return (code["a.ts"] ?? "").split("\n");
    };
    const fields = ["first", "second", "third"]
      .map((name, at) => `optional string ${name} = ${at + 1};`)
      .join("");
    const before = await codeOf(fields);
    const after = new Set(await codeOf(`optional string newest = 4; ${fields}`));
    expect(before.filter((line) => !after.has(line))).toEqual([]);
  });

  it("has its table as deep as the formatter puts what is around it", async () => {
    const name = "AMessageWithANameThatLeavesNoRoom";
    const code = (await codecsOf({ "a.proto": `syntax = "proto3"; message ${name} { bool on = 1; }` }))[
      "a.ts"
    ];
    expect(code).toContain("    () => fields`\n      bool on = 1\n    `,\n  );\n");
  });

  it("says of what is deprecated what the API says of it", async () => {
    const plain = await codecsOf({ "a.proto": proto });
    expect(plain["a.ts"]).toContain("/** @deprecated */\n  second: string;");
    const code = await codecsOf(
      { "a.proto": proto },
      { deprecationOf: ({ name }) => (name === "size" ? "Use `amount`." : undefined) },
    );
    expect(code["a.ts"]).toContain(
      "/**\n   * Its size.\n   *\n   * @deprecated Use `amount`.\n   */\n  size: number;",
    );
    expect(code["a.ts"]).not.toContain("@deprecated\n");
  });

  it("has the names that were decided, wherever they are used", async () => {
    const files = linkProtos({
      "a/b.proto":
        'syntax = "proto3"; package p; message Map { Map map = 1; map<string, Map> maps = 2; Kind kind = 3; } enum Kind { K = 0; }',
      "c.proto":
        'syntax = "proto3"; import "a/b.proto"; message C { p.Map map = 1; oneof o { string foo_baz = 2; string foo_bar = 3; } }',
    });
    const [first, second] = files;
    const [map] = first?.messages ?? [];
    const [kind] = first?.enums ?? [];
    const field = second?.messages[0]?.fields.find(({ name }) => name === "foo_bar");
    if (!first || !second || !map || !kind || !field) throw new Error("the protos are not as they were");
    const code = await writeCodecs(files, {
      names: {
        ...plainNames,
        module: (file) => (file === first ? "p/v1/b" : plainNames.module(file)),
        type: (desc) => {
          if (desc === map) return { name: "MapMessage", module: "p/v1/b" };
          return desc === kind ? { name: "MapKind", module: "p/v1/b" } : plainNames.type(desc);
        },
        property: (desc) => (desc === field ? "fooBar2" : plainNames.property(desc)),
      },
    });
    expect(Object.keys(code)).toEqual(["c.ts", "p/v1/b.ts"]);
    expect(code["p/v1/b.ts"]).toContain(
      "  map?: MapMessage | undefined;\n  maps: { [key: string]: MapMessage };\n  kind: MapKind;\n",
    );
    expect(code["p/v1/b.ts"]).toContain(" * source: a/b.proto\n");
    expect(code["c.ts"]).toContain('import { MapMessage } from "./p/v1/b.js";');
    expect(code["c.ts"]).toContain('{ $case: "fooBar2"; value: string }');
  });

  it.each([
    ["", "./b"],
    [".ts", "./b.ts"],
  ])("imports with the extension %j", async (importExtension, want) => {
    const code = await codecsOf(
      {
        "a.proto": 'syntax = "proto3"; import "b.proto"; message A { B b = 1; }',
        "b.proto": 'syntax = "proto3"; message B {}',
      },
      { importExtension },
    );
    expect(code["a.ts"]).toContain(`import { B } from "${want}";`);
  });

  it("stands on the runtime that is asked for", async () => {
    const code = await codecsOf(
      { "a.proto": 'syntax = "proto3"; message A {}' },
      { runtime: "@acme/runtime/generated/wire-v1" },
    );
    expect(code["a.ts"]).toContain('from "@acme/runtime/generated/wire-v1";');
  });

  it("needs no codec where there are enums only", async () => {
    const code = (await codecsOf({ "a.proto": 'syntax = "proto3"; enum A { B = 0; }' }))["a.ts"];
    expect(code).toContain(
      'import { defineEnum, type EnumType, type OpenEnum } from "@stratus/runtime/generated/wire-v1";',
    );
  });
});
