import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { check, type MessageTable } from "@stratus/runtime";
import { cel } from "@stratus/runtime/cel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import { type Codecs, loadCodecsOf, type Plain } from "../oracle/codecs.fixture.js";
import { type Judge, createRequestValidator, ownCelFindings } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { dice, encode } from "./trial.fixture.js";

const rule = (expression: string, id = "r"): string => `{id: "${id}", expression: "${expression}"}`;
const field = "(buf.validate.field).cel =";

/** Messages with an expression of each sort. */
const protos = `syntax = "proto3"; package calc.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { bool sensitive = 60002; }
import "google/protobuf/duration.proto"; import "google/protobuf/timestamp.proto"; import "google/protobuf/wrappers.proto";
message Presence {
  option (buf.validate.message).cel = ${rule("has(this.a) || has(this.b) || has(this.c) || has(this.d)")};
  int32 a = 1; optional int32 b = 2; oneof o { string c = 3; Inner d = 4; }
}
message Inner { int64 size = 1; repeated string names = 2; map<string, int32> counts = 3; Inner inner = 4; }
message Numbers {
  option (buf.validate.message).cel = ${rule("this.small < this.large", "less")};
  option (buf.validate.message).cel = ${rule("this.part + 0.5 > this.whole", "part")};
  option (buf.validate.message).cel = ${rule("this.plus == 0u || this.plus > 5u", "plus")};
  int64 small = 1 [(buf.validate.field).int64 = {gte: -9007199254740993, lte: 9007199254740993}];
  int64 large = 2 [(buf.validate.field).int64 = {gte: -9007199254740993, lte: 9007199254740993}];
  uint64 plus = 3 [(buf.validate.field).uint64.lte = 9]; double part = 4 [(buf.validate.field).double.lte = 9]; float whole = 5 [(buf.validate.field).float.lte = 9];
}
message Enums {
  option (buf.validate.message).cel = ${rule("this.kind != 1 || this.other == 2")};
  enum Kind { KIND_UNSPECIFIED = 0; KIND_A = 1; KIND_B = 2; }
  Kind kind = 1; Kind other = 2; repeated Kind kinds = 3 [${field} ${rule("this.all(one, one != 2)")}];
}
message Times {
  option (buf.validate.message).cel = ${rule("!has(this.from) || !has(this.to) || this.from < this.to", "order")};
  option (buf.validate.message).cel = ${rule("!has(this.pause) || this.pause <= duration('10s')", "pause")};
  google.protobuf.Timestamp from = 1; google.protobuf.Timestamp to = 2;
  google.protobuf.Duration pause = 3 [(buf.validate.field).duration.lte.seconds = 10];
  google.protobuf.Timestamp past = 4 [${field} ${rule("this < now")}];
}
message Wrapped {
  option (buf.validate.message).cel = ${rule("!has(this.limit) || this.limit > 3")};
  google.protobuf.Int32Value limit = 1 [(buf.validate.field).int32.lte = 9]; google.protobuf.StringValue name = 2 [${field} ${rule("this.size() < 3")}];
}
message Fields {
  string a = 1 [${field} ${rule("this.startsWith('a')")}];
  string b = 2 [(buf.validate.field) = {ignore: IGNORE_IF_ZERO_VALUE, cel: ${rule("this.size() == 2 ? '' : 'not two: ' + this")}}];
  repeated string c = 3 [(buf.validate.field).repeated.items.cel = ${rule("this != 'a'")}, ${field} ${rule("this.size() < 3 && this.unique()", "few")}];
  map<string, int64> d = 4 [(buf.validate.field).map = {keys: {cel: ${rule("this != 'a'", "key")}}, values: {cel: ${rule("this < 5", "value")}}}];
  Inner e = 5 [${field} ${rule("this.size < 9 && this.names.all(name, name.size() > 0)")}];
  bytes f = 6 [${field} ${rule("this.size() < 4")}];
  string g = 7 [(buf.validate.field) = {ignore: IGNORE_IF_ZERO_VALUE, string: {email: true}, cel: ${rule("this.isEmail() || this.isHostname() || this.isIp() || this.isUri()")}}];
  bool h = 8 [${field} ${rule("this || true")}];
}
message Safe {
  message Lock { string pin = 1 [(sensitive) = true]; }
  message Note {
    string text = 1 [(buf.validate.field).string.max_len = 3, ${field} ${rule("this == '' ? '' : 'the text is ' + this")}];
    map<string, Note> more = 2;
  }
  message Vault { Note note = 1 [(sensitive) = true]; }
  Lock lock = 1 [${field} ${rule("this.pin == '' ? '' : 'the pin is ' + this.pin")}];
}
message Nested { option (buf.validate.message).cel = ${rule("this.deep.all(one, one.a != 'b')")}; repeated Fields deep = 1; map<int32, Numbers> by = 2; Nested more = 3; }
`;

let codecs: Codecs;
let judge: Judge;
beforeAll(async () => {
  const file = compileProtos({ "buf/validate/validate.proto": validateProto, "calc/v1/calc.proto": protos });
  const { files } = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  const linked = [...files].filter(({ messages, enums }) => messages.length + enums.length > 0);
  codecs = await loadCodecsOf(linked);
  judge = createRequestValidator(linked);
});
afterAll(() => codecs[Symbol.asyncDispose]());

describe("rules in CEL are decided as protovalidate decides them", () => {
  it.each([...protos.matchAll(/^message (\w+)/gm)].map(([, name = ""]) => name))("%s", async (name) => {
    const desc = codecs.message(`calc.v1.${name}`);
    let broken = 0;
    for (const message of new MessageDrawer(judge, dice(7)).messages(desc, 150, 2)) {
      const bytes = encode(message);
      const want = bytes && judge.judgeCel(desc, bytes);
      if (!bytes || !want) continue;
      if (want.length > 0) broken++;
      expect(await ownCelFindings(codecs.codec(desc), bytes), JSON.stringify(message.message, show)).toEqual(
        want,
      );
    }
    if (name !== "Inner") expect(broken).toBeGreaterThan(0);
  });
});

const show = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}n` : value);

describe("rules in CEL", () => {
  const typeOf = (name: string) =>
    codecs.codec(codecs.message(`calc.v1.${name}`)) as unknown as MessageTable<Plain>;

  it("are left to the server without the adapter", async () => {
    expect(await check(typeOf("Presence"), {})).toEqual([]);
    expect(await check(typeOf("Presence"), {}, { cel })).toEqual([
      { path: "", rule: "cel:r", text: "must keep the rule cel:r" },
    ]);
  });

  it("say what their expression says", async () => {
    const found = await check(typeOf("Fields"), { a: "a", b: "abc" }, { cel });
    expect(found).toEqual([{ path: "b", rule: "cel:r", text: "not two: abc" }]);
  });

  it("say nothing that an expression makes of a secret, wherever the rule stands", async () => {
    expect(await check(typeOf("Safe"), { lock: { pin: "1234" } }, { cel })).toEqual([
      { path: "lock", rule: "cel:r", text: "must keep the rule cel:r" },
    ]);
  });

  it("show no value and no key of what is in something secret", async () => {
    const note = { text: "long", more: { "a key": { text: "more" } } };
    const found = await check(typeOf("Safe.Vault"), { note }, { cel });
    expect(found.map(({ path, text }) => [path, text])).toEqual([
      ["note.text", "must keep the rule string.max_len"],
      ["note.more[...].text", "must keep the rule string.max_len"],
      ["note.text", "must keep the rule cel:r"],
      ["note.more[...].text", "must keep the rule cel:r"],
    ]);
  });

  it("count in an Update if it carries all that they name", async () => {
    const type = typeOf("Numbers");
    expect(await check(type, { small: 5n }, { cel, mask: "" })).toEqual([]);
    const found = await check(type, { small: 5n, large: 4n }, { cel, mask: "" });
    expect(found.map(({ rule: one }) => one)).toEqual(["cel:less"]);
  });
});
