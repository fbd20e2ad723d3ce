import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponseSchema,
  CodeGeneratorResponse_Feature,
  Edition,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../generator/src/plugin/plugin.js";
import { requestOf, runPlugin, type Outcome } from "../../generator/src/plugin/request.fixture.js";
import { expectCompiles, triedCompilers } from "../compile.fixture.js";
import { loadCodecs, type Codecs } from "../oracle/codecs.fixture.js";
import { randomMessage } from "../oracle/random-message.fixture.js";
import { runs } from "../runs.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const module = fileURLToPath(new URL("protos", import.meta.url));

/** Protos that use all that the language has: of every syntax and edition, with every kind of import and option. */
describe("every proto", () => {
  let descriptors: FileDescriptorProto[];
  let outcome: Outcome;

  beforeAll(async () => {
    const buf = join(top, "node_modules/.bin/buf");
    const image = execFileSync(buf, ["build", module, "--as-file-descriptor-set", "-o", "-"]);
    descriptors = fromBinary(FileDescriptorSetSchema, image).file;
    outcome = await runPlugin(requestOf(descriptors));
  });

  it.each<[about: string, path: string, texts: readonly string[]]>([
    [
      "proto2: presence, required fields, groups in lists and oneofs",
      "acme/every/v1/two.ts",
      ["required string name = ", "repeated ${Two_Item} item = ", "oneof=choice group\n"],
    ],
    ["proto2: enums with negative numbers", "acme/every/v1/two.ts", ["BLUE: -4,"]],
    ["weak imports", "acme/every/v1/two.ts", ['from "./weak.js"']],
    ["proto3 optional", "acme/every/v1/three.ts", ["optional int32 optional_number = "]],
    [
      "maps of every key",
      "acme/every/v1/three.ts",
      [
        "byInt32: { [key: number]: string }",
        "byInt64: Map<bigint, Three>",
        "byUint32: { [key: number]: Uint8Array }",
        "byUint64: Map<bigint, Kind>",
        "bySint32: { [key: number]: number }",
        "bySint64: Map<bigint, Other>",
        "byFixed32: { [key: number]: number }",
        "byFixed64: Map<bigint, boolean>",
        "bySfixed32: { [key: number]: bigint }",
        "bySfixed64: Map<bigint, bigint>",
        "byBool: Map<boolean, Timestamp>",
        "byString: { [key: string]: JsonObject | undefined }",
      ],
    ],
    [
      "edition 2023: implicit, explicit and required presence",
      "acme/every/v1/edition_2023.ts",
      [
        "    string implicit = ",
        "optional string explicit = ",
        "required string required = ",
        "repeated ${TwentyThree} many_delimited = ",
        "optional int64 with_default = ",
      ],
    ],
    [
      "edition 2024: messages that are exported and local ones",
      "acme/every/v1/edition_2024.ts",
      ["optional string explicit = ", "repeated ${LocalKind} kinds = ", "    string text = "],
    ],
    [
      "edition 2024: options that come by `import option`",
      "acme/every/v1/edition_2024.ts",
      ['defineService("acme.every.v1.TwentyFourService", "twenty-four", {', "unkeyed: true"],
    ],
    [
      "services without messages beside them, whose messages come by a public import",
      "acme/every/v1/services_only.ts",
      ['from "./three.js"', "same(request: MessageInit<Three>, options?: CallOptions): Call<Three$>"],
    ],
    [
      "packages with words of the language",
      "acme/class/default/v1/words.ts",
      [
        'import { Unpackaged } from "../../../../unpackaged/unpackaged.js"',
        "delete(request: MessageInit<Class>",
      ],
    ],
    [
      "files without a package",
      "unpackaged/unpackaged.ts",
      ['defineService("Service", "nowhere", { unkeyed: true })'],
    ],
    [
      "the same names in another package",
      "other/every/v1/three.ts",
      ['defineService("other.every.v1.EveryService", "every.other", { unkeyed: true })'],
    ],
  ])("is generated: %s", (_, path, texts) => {
    expect(outcome.error).toBe("");
    for (const text of texts) expect(outcome.files[path]).toContain(text);
  });

  it("has no file for options alone, and none for what `import public` passes on", () => {
    const paths = Object.keys(outcome.files);
    expect(paths.filter((path) => /options|descriptor\.|public/.test(path))).toEqual([]);
  });

  it.each(triedCompilers)("compiles under %s with the strictest settings", async (compiler) => {
    await expectCompiles(outcome.files, compiler);
  });

  it("is taken by buf and protoc: the plugin says which editions it knows", async () => {
    const response = fromBinary(CodeGeneratorResponseSchema, await run(requestOf(descriptors)));
    expect(response.minimumEdition).toBe(Edition.EDITION_PROTO2);
    expect(response.maximumEdition).toBe(Edition.EDITION_2024);
    const { PROTO3_OPTIONAL, SUPPORTS_EDITIONS } = CodeGeneratorResponse_Feature;
    expect(response.supportedFeatures).toBe(BigInt(PROTO3_OPTIONAL | SUPPORTS_EDITIONS));
  });
});

describe("the messages of every proto, on the wire", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(module);
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  it("are read as the values that protobuf-es reads, and written as its bytes", () => {
    const names = codecs.messages.map((message) => message.typeName);
    expect(names).toEqual(
      expect.arrayContaining([
        "acme.every.v1.Two.Part.Deep",
        "acme.every.v1.TwentyThree",
        "acme.every.v1.TwentyFour",
        "acme.every.v1.LEGACY_named",
        "acme.every.v1.Other.Deep",
        "Unpackaged",
      ]),
    );
    for (const desc of codecs.messages.filter(({ typeName }) => !typeName.startsWith("google."))) {
      const codec = codecs.codec(desc);
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const bytes = toBinary(desc, randomMessage(desc, draw, 1).message);
          const plain = codec.decode(bytes);
          expect(plain, desc.typeName).toEqual(codecs.expected(desc, bytes));
          const again = codec.encode(plain);
          expect(toBinary(desc, fromBinary(desc, again)), desc.typeName).toEqual(bytes);
        }),
        { numRuns: runs(10) },
      );
    }
  });
});
