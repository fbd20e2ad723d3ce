import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import {
  acmeFile,
  acmeOptions,
  compileProtos,
  requestOf,
  runPlugin,
} from "../../generator/src/request.fixture.js";

const book = acmeFile(`
  message GetBookRequest { string id = 1; }
  message Book { string title = 1; }
  service BookService {
    option (acme.api_service_name) = "library";
    rpc Get(GetBookRequest) returns (Book);
  }
`);
const good = { "acme/options.proto": acmeOptions, "acme/v1/book.proto": book };

describe("a request that no compiler made", () => {
  let files: FileDescriptorProto[];
  beforeAll(() => {
    files = compileProtos(good);
  });
  const changed = (change: (file: FileDescriptorProto) => void): FileDescriptorProto[] =>
    files.map((file) => {
      const copy = fromBinary(FileDescriptorProtoSchema, toBinary(FileDescriptorProtoSchema, file));
      if (file.name === "acme/v1/book.proto") change(copy);
      return copy;
    });

  it.each<[string, (file: FileDescriptorProto) => void, string]>([
    [
      "an import that is missing",
      (file) => void file.dependency.push("acme/gone.proto"),
      'acme/v1/book.proto: import "acme/gone.proto": The imported file is not in the request.',
    ],
    [
      "a type that is missing",
      (file) => void (file.service[0]!.method[0]!.inputType = ".acme.v1.Gone"),
      "rpc BookService.Get: The type .acme.v1.Gone is missing.",
    ],
    [
      "a type that is declared twice",
      (file) => void file.messageType.push(file.messageType[0]!),
      "message acme.v1.GetBookRequest: The name is declared in acme/v1/book.proto too.",
    ],
    [
      "a name that is code",
      (file) => void (file.messageType[0]!.field[0]!.name = "a'; evil(); '"),
      "field \"a'; evil(); '\": The name is not an identifier.",
    ],
    [
      "a package that is code",
      (file) => void (file.package = "acme;evil()"),
      'package "acme;evil()": The name is not an identifier.',
    ],
    [
      "an absolute path",
      (file) => void (file.name = "/etc/passwd.proto"),
      "/etc/passwd.proto: The file name is an absolute path.",
    ],
    [
      "a path that leads out",
      (file) => void (file.name = "a/../../b.proto"),
      "a/../../b.proto: The file name holds an empty part, `.` or `..`.",
    ],
    [
      "a path for Windows",
      (file) => void (file.name = "a\\b.proto"),
      "a\\b.proto: The file name holds a backslash or a control character.",
    ],
    [
      "an import of itself",
      (file) => void file.dependency.push(file.name),
      "The file is part of, or imports, a cycle of imports.",
    ],
    [
      "an edition from the future",
      (file) => void Object.assign(file, { syntax: "editions", edition: 99999 }),
      "The descriptors cannot be linked",
    ],
  ])("%s is refused", async (_, change, want) => {
    const bad = changed(change);
    const { error } = await runPlugin(
      requestOf(bad, {
        generate: bad
          .map((file) => file.name)
          .filter((name) => name.startsWith("acme") || !name.startsWith("google")),
      }),
    );
    expect(error).toContain(want);
    expect(error).not.toContain("    at ");
  });

  it("with a file twice is refused", async () => {
    const { error } = await runPlugin(requestOf([...files, files.at(-1)!]));
    expect(error).toContain("The request holds this file twice");
  });

  it("that asks for a file it does not hold is refused", async () => {
    const { error } = await runPlugin(requestOf(files, { generate: ["gone.proto"] }));
    expect(error).toContain("gone.proto: The request asks for code for this file but does not hold it.");
  });

  it("of no bytes, cut off or random is refused in one clear line", async () => {
    expect((await runPlugin(new Uint8Array())).error).toMatch(
      /^The request is empty\. Run the plugin by `buf generate`/,
    );
    const whole = requestOf(files);
    for (const length of [1, 2, 50, 500, whole.length - 1]) {
      const { error } = await runPlugin(whole.slice(0, length));
      expect(error.split("\n")).toHaveLength(1);
      expect(error).not.toBe("");
    }
    const random = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919 + 13) % 256);
    expect((await runPlugin(random)).error).toMatch(/cannot be decoded|is empty|no service/);
  });

  it("gives the same bytes whatever the order of its files", async () => {
    const forwards = await runPlugin(requestOf(files));
    const backwards = await runPlugin(requestOf(files.toReversed()));
    expect(backwards).toEqual(forwards);
    expect(Object.keys(forwards.files).length).toBeGreaterThan(5);
  });

  it("of a single file that declares nothing is refused", async () => {
    const empty = create(FileDescriptorProtoSchema, { name: "a.proto", syntax: "proto3" });
    expect((await runPlugin(requestOf([empty]))).error).toContain(
      "There is no service in the files to generate",
    );
  });
});
