import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema, Edition } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { Problems } from "../problem.js";
import { emit } from "./emit.js";
import { createResponse, createErrorResponse } from "./response.js";

describe("the files of a run", () => {
  it("are formatted, and in the order of their paths whatever the order in which they were made", async () => {
    const files = [
      { path: "b.ts", text: "export  const a = 'b'\n\n\n" },
      { path: "a/c.ts", text: "" },
      { path: "B.json", text: '{ "a":1 }\n\n' },
      { path: "README.md", text: "# a\n\n\n*  b" },
    ];
    const want = [
      { path: "B.json", text: '{ "a":1 }\n' },
      { path: "README.md", text: "# a\n\n\n*  b\n" },
      { path: "a/c.ts", text: "" },
      { path: "b.ts", text: 'export const a = "b";\n' },
    ];
    expect(await emit(files)).toEqual(want);
    expect(await emit(files.toReversed())).toEqual(want);
  });

  it("stay as they are when they are formatted again", async () => {
    const files = await emit([
      { path: "a.ts", text: "/** A. */ export interface A { a:string, b?:number }" },
    ]);
    expect(await emit(files)).toEqual(files);
  });

  it("are refused together where several cannot be written", async () => {
    const files = ["../a.ts", "con.ts", "b.ts", "B.ts"].map((path) => ({ path, text: "" }));
    const problems = await emit(files).catch((error: unknown) => error);
    expect(problems).toBeInstanceOf(Problems);
    expect((problems as Problems).list).toHaveLength(3);
  });

  it("are refused where one is no TypeScript, with its line", async () => {
    await expect(emit([{ path: "a.ts", text: "const a = 1;\nconst = 2;\n" }])).rejects.toThrow(
      "generated a.ts:2 is not TypeScript: ",
    );
  });
});

describe("the response to protoc or buf", () => {
  it("holds the files, and says what the plugin understands", () => {
    const response = fromBinary(CodeGeneratorResponseSchema, createResponse([{ path: "a.ts", text: "b" }]));
    expect(response.error).toBe("");
    expect(response.file.map(({ name, content }) => [name, content])).toEqual([["a.ts", "b"]]);
    // FEATURE_PROTO3_OPTIONAL and FEATURE_SUPPORTS_EDITIONS of plugin.proto.
    expect(response.supportedFeatures).toBe(3n);
    expect(response.maximumEdition).toBe(Edition.EDITION_2024);
  });

  it("holds an error and no file", () => {
    const response = fromBinary(CodeGeneratorResponseSchema, createErrorResponse("a.proto:1: no"));
    expect(response.error).toBe("a.proto:1: no");
    expect(response.file).toEqual([]);
    expect(response.supportedFeatures).toBe(3n);
  });
});
