// Isolated: types of an Any are found among those that the process has loaded.
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const known = ["Any", "Duration", "Empty", "FieldMask", "Struct", "Timestamp"];
const values = ["BoolValue", "Int64Value", "ListValue", "StringValue", "Value"];
const imports = ["any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers"];

/** A plain API that answers with its request. */
const echo = `syntax = "proto3";
package echo;
${imports.map((name) => `import "google/protobuf/${name}.proto";`).join("\n")}
service Echo {
  rpc Say(Message) returns (Message);
  ${[...known, ...values].map((name) => `rpc Say${name}(google.protobuf.${name}) returns (google.protobuf.${name});`).join("\n")}
}
message Message {
  string name = 1;
  int32 small_bytes = 2;
  uint64 large_bytes = 3;
  double exact_bytes = 4;
  float disk_gibibytes = 5;
  uint32 memory_mebibytes = 6;
  map<string, int64> part_bytes = 7;
  repeated int64 all_bytes = 8;
  google.protobuf.Int64Value maybe_bytes = 9;
  repeated Choice choices = 10;
  map<string, Choice> by_name = 11;
  Choice choice = 12;
  bool is_on = 13;
  repeated Color colors = 14;
}
enum Color { COLOR_UNSPECIFIED = 0; COLOR_DARK_RED = 1; COLOR_BLUE = 2; }
message Choice { oneof one { string a = 1; string b = 2; } string note = 3; Choice inner = 4; int64 size_bytes = 5; map<string, Choice> more = 6; }
`;

let built: BuiltPackage;
let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;

beforeAll(async () => {
  const file = compileProtos({ "echo/echo.proto": echo });
  const { files, error } = await runPlugin(
    requestOf(file, {
      parameter: "package_name=echo-sdk,session_name=Echo,guide=true",
      generate: ["echo/echo.proto"],
    }),
  );
  expect(error).toBe("");
  built = await buildPackage(files);
  const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  emulator = await startEmulator({ image });
  for (const method of ["Say", ...[...known, ...values].map((name) => `Say${name}`)])
    emulator.handle(`echo.Echo/${method}`, (request) => request as never);
  acme = commandLine(built.path, { env: { ECHO_ENDPOINT: emulator.address, ECHO_INSECURE: "true" } });
});
afterAll(async () => {
  await emulator?.close();
  await built?.[Symbol.asyncDispose]();
});

const say = "echo echo say";

describe("two members of a oneof inside a document", () => {
  it.each([
    ["a list", '{"choices":[{"a":"1","b":"2"}]}', ["choices.0.a", "choices.0.b"]],
    ["a map", '{"byName":{"k":{"a":"1","b":"2"}}}', ["by_name.k.a", "by_name.k.b"]],
    ["a map in a list", '{"choices":[{"more":{"k":{"a":"1","b":"2"}}}]}', ["choices.0.more.k.a"]],
    ["a message in a map", '{"by_name":{"k":{"inner":{"a":"1","b":"2"}}}}', ["by_name.k.inner.a"]],
  ])("are refused in %s, from a file, standard input, a flag and a raw call", async (_, json, places) => {
    const object = JSON.parse(json) as Record<string, unknown>;
    const [name = "", value] = Object.entries(object)[0] ?? [];
    const flag = `--${name.replace(/[A-Z_]/g, (one) => (one === "_" ? "-" : `-${one.toLowerCase()}`))}`;
    for (const [argv, stdin] of [
      [[...say.split(" "), "-f", "-"], json],
      [[...say.split(" "), flag, JSON.stringify(value)], ""],
      [["call", "echo.Echo/Say", "-d", json], ""],
      [["call", "echo.Echo/Say", "-d", "@-"], json],
    ] as const) {
      const { code, out, said } = await acme(argv, { stdin });
      expect({ code, out }, argv.join(" ")).toEqual({ code: 2, out: "" });
      for (const place of places) expect(said).toContain(place);
      expect(said).toContain("of which only one can be set");
    }
  });

  it("are refused across a file and a flag, and not after the list was replaced", async () => {
    const stdin = '{"choices":[{"a":"1"}],"byName":{"k":{"a":"1"}}}';
    for (const flags of ["--choices.0.b 2", "--by-name.k.b 2", '--by-name k={"b":"2"}'])
      expect(await acme(`${say} -f - ${flags}`, { stdin })).toMatchObject({ code: 2, out: "" });
    const { out } = await acme(`${say} -f - --choices [{"b":"2"}] --choices.0.note n -o json`, { stdin });
    expect(JSON.parse(out)).toMatchObject({ choices: [{ b: "2", note: "n" }] });
    const cleared = await acme(`${say} -f - --clear by_name.k --by-name.k.b 2 -o json`, { stdin });
    expect(JSON.parse(cleared.out)).toMatchObject({ byName: { k: { b: "2" } } });
  });
});

describe("a size with a unit", () => {
  it.each([
    ["--small-bytes 1Gi", { smallBytes: 1073741824 }],
    ["--small-bytes -2Gi", { smallBytes: -2147483648 }],
    ["--large-bytes 16383Pi", { largeBytes: String(16383n * 1024n ** 5n) }],
    ["--large-bytes 18446744073709551.615kB", { largeBytes: "18446744073709551615" }],
    ["--exact-bytes 1.0005kB", { exactBytes: 1000.5 }],
    ["--disk-gibibytes 512Mi", { diskGibibytes: 0.5 }],
    ["--memory-mebibytes 4GiB", { memoryMebibytes: 4096 }],
    ["--part-bytes a=4Ki --part-bytes b=5", { partBytes: { a: "4096", b: "5" } }],
    ['--part-bytes {"a":"4Ki"}', { partBytes: { a: "4096" } }],
    ["--all-bytes 1MB --all-bytes 2", { allBytes: ["1000000", "2"] }],
    ['--all-bytes ["1kB"]', { allBytes: ["1000"] }],
    ["--maybe-bytes 1Ki", { maybeBytes: "1024" }],
    ["--choice.size-bytes 1Ki", { choice: { sizeBytes: "1024" } }],
    ['--choice {"sizeBytes":"1Ki"}', { choice: { sizeBytes: "1024" } }],
    ['--choices {"size_bytes":"1Ki"}', { choices: [{ sizeBytes: "1024" }] }],
  ])("is a number in %s", async (flags, want) => {
    const { out, said } = await acme(`${say} ${flags} -o json`);
    expect(said).toBe("");
    expect(JSON.parse(out)).toEqual(want);
  });

  it("is a number in a file, at every depth, and the dry run shows it", async () => {
    const stdin = `
smallBytes: 4Ki
large_bytes: 18446744073709551615
partBytes: { a: 1kB }
allBytes: [1Ki, 2]
maybeBytes: 1Ki
name: 4Ki
colors: [dark-red, COLOR_BLUE, Blue, 1]
choices: [{ sizeBytes: 1Mi, more: { k: { sizeBytes: 1Gi } } }]
`;
    const want = {
      smallBytes: 4096,
      largeBytes: "18446744073709551615",
      partBytes: { a: "1000" },
      allBytes: ["1024", "2"],
      maybeBytes: "1024",
      name: "4Ki",
      colors: ["COLOR_DARK_RED", "COLOR_BLUE", "COLOR_BLUE", "COLOR_DARK_RED"],
      choices: [{ sizeBytes: "1048576", more: { k: { sizeBytes: "1073741824" } } }],
    };
    expect(JSON.parse((await acme(`${say} -f - -o json`, { stdin })).out)).toEqual(want);
    expect((await acme(`${say} -f - --dry-run`, { stdin })).out).toContain("smallBytes: 4096");
  });

  it.each([
    ["--small-bytes 2Gi", "", ["--small-bytes", "from -2147483648 to 2147483647", "2147483648"]],
    ["--large-bytes 16384Pi", "", ["--large-bytes", "18446744073709551616"]],
    ["--large-bytes=-1", "", ["--large-bytes", "got -1"]],
    ["--small-bytes 1G", "", ["use Gi (1,024) or GB (1,000)"]],
    ["--memory-mebibytes 1Ki", "", ["1Ki is not a whole number of mebibytes"]],
    ["--memory-mebibytes 1MB", "", ["1MB is not a whole number of mebibytes"]],
    ["-f -", "smallBytes: 1K", ["small_bytes", "use Ki (1,024) or kB (1,000)"]],
    ["-f -", "choices: [{ sizeBytes: 1.0001Ki }]", ["choices.0.size_bytes", "not a whole number of bytes"]],
  ])("is refused in %s %s, and nothing is sent", async (flags, stdin, texts) => {
    const { code, out, said } = await acme(`${say} ${flags}`, { stdin });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const text of texts) expect(said).toContain(text);
    expect(said).not.toMatch(/\dn\b/);
  });
});

describe("a method of a well-known type", () => {
  it.each([
    ["bool-value", ["--value"], true],
    ["duration", ["--value", "1h30m"], "5400s"],
    ["field-mask", ["--value", "a.b_c,d"], "a.bC,d"],
    ["int64-value", ["--value", "9007199254740993"], "9007199254740993"],
    ["list-value", ["--value", '[1,"a"]'], [1, "a"]],
    ["string-value", ["--value", "[1]"], "[1]"],
    ["struct", ["--value", '{"a":{"b":[1]}}'], { a: { b: [1] } }],
    ["timestamp", ["--value", "2030-01-01T00:00:00Z"], "2030-01-01T00:00:00Z"],
    ["value", ["--value", "null"], null],
    ["value", ["--value", '{"a":1}'], { a: 1 }],
    ["any", ["-f", "-"], { "@type": "type.googleapis.com/google.protobuf.StringValue", value: "x" }],
    ["struct", ["-f", "-"], { value: 1, a: null }],
    ["list-value", ["-f", "-"], [1]],
    ["string-value", ["-f", "-"], "x"],
  ])("say-%s takes and returns its value: %j", async (word, flags, want) => {
    const stdin = JSON.stringify(want);
    const { out, said } = await acme(["echo", "echo", `say-${word}`, ...flags, "-o", "json"], { stdin });
    expect(said).toBe("");
    expect(JSON.parse(out)).toEqual(want);
    const shown = await acme(["echo", "echo", `say-${word}`, ...flags], { stdin });
    expect(shown.out).not.toBe("");
    const { out: help } = await acme(`echo echo say-${word} --help`);
    expect(help).toContain("--value");
  });
});

it("a skeleton is YAML whose lines can be uncommented, and an empty file is refused", async () => {
  const { out } = await acme(`${say} --skeleton`);
  expect(out).toContain('# choice:\n#   # One of one.\n#   a: ""\n');
  expect(out).toContain("# maybeBytes: 0\n");
  expect(await acme(`${say} -f -`, { stdin: out })).toMatchObject({
    code: 2,
    said: "error: standard input has no fields\n",
  });
  const one = out.replace(/^# (?=choice:| {2}a:|maybeBytes:)/gm, "");
  expect(JSON.parse((await acme(`${say} -f - -o json`, { stdin: one })).out)).toEqual({
    choice: { a: "" },
    maybeBytes: "0",
  });
});

it("a flag of a boolean field with a separate value says how to write it", async () => {
  for (const flags of ["--is-on true", "--is-on false --name x"])
    expect(await acme(`${say} ${flags}`)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/--is-on takes no separate value: write --is-on=(?:true|false)/) as string,
    });
  expect((await acme(`${say} --is-on=true -o json`)).out).toContain("true");
});
