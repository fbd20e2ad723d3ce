import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import { compileProtos, requestOf, runPlugin } from "../request.fixture.js";

const sources = {
  "acme/options.proto": `syntax = "proto3"; package acme;
    import "google/protobuf/descriptor.proto";
    import "acme/kind.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; Kind kind = 50002; }`,
  "acme/kind.proto": `syntax = "proto3"; package acme;
    // A comment that nobody needs to see.
    enum Kind { KIND_UNSPECIFIED = 0; KIND_OPEN = 1; }`,
  "acme/part.proto": `syntax = "proto3"; package acme; message Part { string id = 1; }`,
  "acme/all.proto": `syntax = "proto3"; package acme;
    import public "acme/part.proto"; import public "acme/options.proto";`,
  "acme/unused.proto": `syntax = "proto3"; package acme; import "acme/secret.proto"; message Unused { Secret s = 1; }`,
  "acme/secret.proto": `syntax = "proto3"; package acme; message Secret {}`,
  "acme/api.proto": `syntax = "proto3"; package acme; import "acme/all.proto";
    service PartService { option (api_service_name) = "parts"; option (kind) = KIND_OPEN; rpc Get(Part) returns (Part); }
    service InnerService { option (api_service_name) = "inner"; rpc Get(Part) returns (Part); }`,
};

describe("the descriptors that an SDK carries", () => {
  let files: FileDescriptorProto[];
  let text: string;
  beforeAll(async () => {
    const parameter = "session_name=Acme,exclude=acme.InnerService,api_domain=api.acme.example,partial=allow";
    const generate = ["acme/api.proto"];
    const { error, files: output } = await runPlugin(
      requestOf(compileProtos(sources), { parameter, generate }),
    );
    expect(error).toBe("");
    text = output["descriptors.ts"] ?? "";
    files = [...text.matchAll(/^ {4}"(.+)",$/gm)].map(([, base64 = ""]) =>
      fromBinary(FileDescriptorProtoSchema, Buffer.from(base64, "base64")),
    );
  });

  it("say whose they are, and load nothing", () => {
    expect(text).toContain('session: "Acme",');
    expect(text).toContain('apiDomain: "api.acme.example",');
    expect([...text.matchAll(/^import (\w+)/gm)].map(([, kind]) => kind)).toEqual(["type"]);
  });

  it("are complete, each after what it imports, with the options", () => {
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: files }));
    expect(registry.getService("acme.PartService")?.method["get"]?.input.typeName).toBe("acme.Part");
    expect(registry.getExtension("acme.api_service_name")).toBeDefined();
    const seen = new Set<string>();
    for (const { name, dependency } of files) {
      for (const one of dependency) expect(seen).toContain(one);
      seen.add(name);
    }
  });

  it("leave out what the SDK does not have: services, files that nothing uses, comments", () => {
    expect(files.flatMap(({ service }) => service.map(({ name }) => name))).toEqual(["PartService"]);
    expect(files.map(({ name }) => name).sort()).toEqual([
      "acme/api.proto",
      "acme/kind.proto",
      "acme/options.proto",
      "acme/part.proto",
      "google/protobuf/descriptor.proto",
    ]);
    for (const { sourceCodeInfo } of files) expect(sourceCodeInfo).toBeUndefined();
  });

  it("are encoded alike, whether something was left out of them or not", () => {
    const encoded = [...text.matchAll(/^ {4}"(.+)",$/gm)].map(([, base64 = ""]) => base64);
    const again = files.map((file) =>
      Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("base64"),
    );
    expect(encoded).toEqual(again);
  });

  it("import directly what came by a file that is left out", () => {
    const api = files.find(({ name }) => name === "acme/api.proto");
    expect(api?.dependency).toEqual(["acme/part.proto", "acme/options.proto"]);
    expect(api?.publicDependency).toEqual([]);
  });
});
