import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { compileProtos, requestOf, runPlugin } from "../request.fixture.js";

const file = create(FileDescriptorProtoSchema, { name: "acme/v1/book.proto", package: "acme.v1" });
const set = create(FileDescriptorSetSchema, { file: [file] });

describe("input that is no request", () => {
  it.each([
    [
      "an image",
      toBinary(FileDescriptorSetSchema, set),
      "This is an image or a set of descriptors, and no request to a plugin. " +
        "Name it to buf instead: `buf generate image.binpb`, with protoc-gen-stratus in buf.gen.yaml. [REQUEST_INVALID]",
    ],
    [
      "JSON",
      Buffer.from(toJsonString(FileDescriptorSetSchema, set)),
      "This is JSON, and a request to a plugin is binary. Run the plugin with `buf generate`, which sends it what it needs. [REQUEST_INVALID]",
    ],
  ])("is known for what it is: %s", async (_, bytes, want) => {
    expect(await runPlugin(bytes)).toEqual({ error: want, files: {} });
  });

  it("is never taken for one: a request may begin with any name", async () => {
    const files = compileProtos({ "a.proto": 'syntax = "proto3"; message M {}' });
    const { error } = await runPlugin(requestOf(files));
    expect(error).toContain("The files to generate have no service");
  });
});

describe("a file of a request that cannot be decoded", () => {
  it("is called by its name", async () => {
    const name = Buffer.from("acme/v1/book.proto");
    const broken = Buffer.concat([Uint8Array.of(0x0a, name.length), name, Uint8Array.of(0x12, 0x7f)]);
    const request = Buffer.concat([Uint8Array.of(0x7a, broken.length), broken]);
    expect((await runPlugin(request)).error).toMatch(
      /^acme\/v1\/book\.proto, file 1 of the request, cannot be decoded \(/,
    );
  });

  it("is called by its number where it has none", async () => {
    const request = Uint8Array.of(0x7a, 2, 0x12, 0x7f);
    expect((await runPlugin(request)).error).toMatch(/^File 1 of the request cannot be decoded \(/);
  });
});

describe("a file of a request", () => {
  it.each(["~/t.proto", "C:/x.proto"])("may be called %s, which is a path in its module", async (name) => {
    const body = `syntax = "proto3"; import "google/protobuf/descriptor.proto";
      extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
      message M {} service S { option (api_service_name) = "s"; rpc Do(M) returns (M); }`;
    const [descriptor] = compileProtos({ "t.proto": body }).filter((one) => one.name === "t.proto");
    const others = compileProtos({ "t.proto": body }).filter((one) => one.name !== "t.proto");
    if (!descriptor) throw new Error("there is no t.proto");
    const { error, files } = await runPlugin(requestOf([...others, { ...descriptor, name }]));
    expect(error).toBe("");
    expect(Object.keys(files)).toContain("unpackaged/index.ts");
  });
});
