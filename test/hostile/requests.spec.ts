import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  OneofDescriptorProtoSchema,
  type FieldDescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import {
  acmeFile,
  acmeOptions,
  compileProtos,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";

const book = acmeFile(`
  message GetBookRequest { string id = 1; }
  message Book { string title = 1; map<string, Book> sequels = 2; oneof by { string author = 3; string pen_name = 4; } }
  enum Binding { BINDING_UNSPECIFIED = 0; BINDING_PAPER = 1; }
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

  type Row = [what: string, change: (file: FileDescriptorProto) => void, want: string];
  const fieldOf = (file: FileDescriptorProto, name: string): FieldDescriptorProto =>
    file.messageType[1]!.field.find((field) => field.name === name)!;
  const extension = (init: { name?: string; extendee?: string }): FieldDescriptorProto =>
    create(FieldDescriptorProtoSchema, {
      name: "more",
      number: 100,
      type: FieldDescriptorProto_Type.STRING,
      extendee: ".acme.v1.Book",
      ...init,
    });

  it.each<Row>([
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
      "If it is about an edition or a feature, update protoc-gen-stratus",
    ],
    [
      "a syntax that does not exist",
      (file) => void (file.syntax = "proto4"),
      'acme/v1/book.proto: syntax "proto4": There is no such syntax. Use proto2, proto3 or editions.',
    ],
    ...[0, -1, 2 ** 29, 2 ** 31 - 1].map((number): Row => [
      `the field number ${number}`,
      (file) => void (fieldOf(file, "title").number = number),
      `field acme.v1.Book.title: The number ${number} is not one of a field. Use one from 1 to 536870911.`,
    ]),
    [
      "a number that two fields have",
      (file) => void (fieldOf(file, "title").number = 3),
      "message acme.v1.Book: Two fields have the number 3. Give one of them another number.",
    ],
    [
      "a field that is declared twice",
      (file) => void (fieldOf(file, "author").name = "title"),
      "field acme.v1.Book.title: The name is declared twice.",
    ],
    ...[0, 19].map((type): Row => [
      `the field type ${type}`,
      (file) => void (fieldOf(file, "title").type = type),
      "field acme.v1.Book.title: It has no type, or one that does not exist.",
    ]),
    [
      "a oneof that is missing",
      (file) => void (fieldOf(file, "author").oneofIndex = 1),
      "field acme.v1.Book.author: The message has no oneof 1.",
    ],
    [
      "a oneof without fields",
      (file) =>
        void file.messageType[1]!.oneofDecl.push(create(OneofDescriptorProtoSchema, { name: "none" })),
      "oneof acme.v1.Book.none: It has no fields.",
    ],
    [
      "the entry of a map that no field is",
      (file) => void file.messageType[1]!.field.splice(1, 1),
      "message acme.v1.Book.SequelsEntry: It is the entry of a map, but not of one field beside it.",
    ],
    [
      "the entry of a map without a value",
      (file) => void file.messageType[1]!.nestedType[0]!.field.pop(),
      "message acme.v1.Book.SequelsEntry: It is the entry of a map, but has no key and value.",
    ],
    [
      "an enum value that is declared twice",
      (file) => void (file.enumType[0]!.value[1]!.name = "BINDING_UNSPECIFIED"),
      "enum value acme.v1.Binding.BINDING_UNSPECIFIED: The name is declared twice.",
    ],
    [
      "an rpc that is declared twice",
      (file) => void file.service[0]!.method.push(file.service[0]!.method[0]!),
      "rpc acme.v1.BookService.Get: The name is declared twice.",
    ],
    [
      "a service that is declared twice",
      (file) => void file.service.push(file.service[0]!),
      "service acme.v1.BookService: The name is declared in acme/v1/book.proto too.",
    ],
    [
      "an extension whose name is code",
      (file) => void file.extension.push(extension({ name: "a;b" })),
      "extension acme.v1.a;b: The name is not an identifier.",
    ],
    [
      "an extension of nothing",
      (file) => void file.extension.push(extension({ extendee: "" })),
      "extension acme.v1.more: It extends no message.",
    ],
    [
      "an option that is not of its type",
      (file) => void Object.assign(file.service[0]!.options!.$unknown![0]!, { data: Uint8Array.of(1, 0xff) }),
      "acme/v1/book.proto: service acme.v1.BookService: The value of the option acme.api_service_name cannot be decoded",
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
      /^The request is empty\. Run the plugin with `buf generate`/,
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
    expect((await runPlugin(requestOf([empty]))).error).toContain("The files to generate have no service");
  });
});
