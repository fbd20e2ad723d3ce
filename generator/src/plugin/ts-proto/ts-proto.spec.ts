import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkProtos, plainNames } from "../codecs/codecs.fixture.js";
import { emit } from "../../kit/emit/emit.js";
import { generateFrom } from "../request.fixture.js";
import { runTsProto } from "./ts-proto.js";
import { codedError } from "../../../../test/coded-error.js";

const protos = {
  "acme/v1/disk.proto": `syntax = "proto3"; package acme.v1; message Disk { int64 size = 1; Part part = 2;
    message Part { optional string name = 1; } } service DiskService { rpc Get(Disk) returns (Disk); }`,
};

describe("the engine ts-proto", () => {
  let folder: string;
  let answers = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-engine-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A program in its place that gives one answer to every request. */
  async function answering(response: Uint8Array): Promise<{ plugin: string; wireRuntime: string }> {
    const plugin = join(folder, `answering-${answers++}.mjs`);
    const answer = JSON.stringify([...response]);
    await writeFile(
      plugin,
      `process.stdin.resume(); process.stdout.write(Buffer.from(${answer}));
      process.stdin.on("end", () => process.exit(0));`,
    );
    return { plugin, wireRuntime: "^2.0.0" };
  }

  it("writes its files beside ours, in which its codec and our table are one value", async () => {
    const { files, error } = await generateFrom(protos, {
      parameter: "codec=ts-proto,strip_prefix=acme,package_name=@acme/cloud,kind=cloud",
    });
    expect(error).toBe("");
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["src/v1/disk.ts", "src/v1/disk.pb.ts"]));
    const ours = files["src/v1/disk.ts"] ?? "";
    expect(ours).toContain('import { Disk as Disk$, Disk_Part as Disk_Part$ } from "./disk.pb.js";');
    expect(ours).toContain('joinMessage<Disk>(\n  "acme.v1.Disk",\n  Disk$,\n  () => fields`\n');
    expect(files["src/v1/disk.pb.ts"]).toContain("export const Disk_Part: MessageFns<Disk_Part> = {");
    expect(files["src/v1/index.ts"]).not.toContain(".pb.");
    // Its code imports the wire format, which ours does not.
    const { dependencies } = JSON.parse(files["package.json"] ?? "");
    expect(Object.keys(dependencies)).toEqual(["@bufbuild/protobuf", "@stratus/runtime"]);
  });

  it("keeps every character of what ts-proto writes", async () => {
    const text = "// a\nexport   const Disk = { };;\n\n\n\texport const Disk_Part={}";
    const response = create(CodeGeneratorResponseSchema, {
      file: [{ name: "acme/v1/disk.pb.ts", content: text }],
    });
    const peer = await answering(toBinary(CodeGeneratorResponseSchema, response));
    const { files } = await runTsProto(linkProtos(protos), plainNames, ".js", peer);
    expect(await emit(files)).toEqual([{ path: "acme/v1/disk.pb.ts", text }]);
  });

  it.each([
    [
      "an error in its answer",
      toBinary(CodeGeneratorResponseSchema, create(CodeGeneratorResponseSchema, { error: "not\nthis" })),
      "ts-proto failed: not.",
    ],
    [
      "an answer that is none",
      Uint8Array.of(0xff),
      "ts-proto failed: its answer is not a CodeGeneratorResponse.",
    ],
  ])("tells of %s in one line", async (_, response, want) => {
    await expect(
      runTsProto(linkProtos(protos), plainNames, ".js", await answering(response)),
    ).rejects.toThrow(codedError("CODEC_FAILED", want));
  });

  it("gives ts-proto no text that could become code: comments, options and defaults stay outside", async () => {
    const { files } = await generateFrom(
      {
        "acme/v1/a.proto": `syntax = "proto2"; package acme.v1; /* evil1 */ message A { // evil2
          optional string x = 1 [default = "evil3", json_name = "evil4"]; }
          service S { rpc Get(A) returns (A); }`,
      },
      { parameter: "codec=ts-proto,kind=cloud" },
    );
    expect(files["acme/v1/a.pb.ts"]).toContain("x?: string | undefined;");
    expect(files["acme/v1/a.pb.ts"]).not.toContain("evil");
  });

  it("refuses what ts-proto writes code for that does not compile: a field mask in a oneof", async () => {
    const { error } = await generateFrom(
      {
        "acme/v1/a.proto": `syntax = "proto3"; package acme.v1; import "google/protobuf/field_mask.proto";
message A { google.protobuf.FieldMask fine = 1; oneof choice { string text = 2;
  google.protobuf.FieldMask mask = 3; } }
          service S { rpc Get(A) returns (A); }`,
      },
      { parameter: "codec=ts-proto,kind=cloud" },
    );
    expect(error).toBe(
      "acme/v1/a.proto:3:3: field acme.v1.A.mask: The code that ts-proto writes for a google.protobuf.FieldMask in a oneof does not compile. Leave out codec=ts-proto. [CODEC_FAILED]",
    );
  });
});
