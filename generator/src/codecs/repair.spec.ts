import { beforeAll, describe, expect, it } from "vitest";
import { linkProtos } from "./codecs.fixture.js";
import { docsOf } from "./comments.js";
import { plainFile } from "./dialect.js";
import { startEngine } from "./engine.js";
import { makePlan, type CodecPlan } from "./plan.js";
import { repair } from "./repair.js";

const proto = `
syntax = "proto3";
package a;
message Thing {
  string name = 1;
  Thing thing = 2;
  repeated int32 sizes = 3;
  map<string, Thing> things = 4;
  map<int64, string> texts = 5;
  oneof choice { string text = 6; Thing chosen = 7; }
}
message Nothing {}
`;

/** What ts-proto writes today; none of it may change without somebody looking at the repairs. */
describe("the repair of ts-proto's text", () => {
  let text = "";
  let plan: CodecPlan;
  beforeAll(async () => {
    const [file] = linkProtos({ "a.proto": proto });
    if (!file) throw new Error("there is no file");
    const renames = { files: new Map(), types: new Map(), fields: new Map() };
    const plain = plainFile(file, renames);
    text = (await startEngine([plain], ".js")).codecsOf(plain, "").text;
    plan = makePlan(file, { renames, docOf: docsOf(() => undefined) });
  });

  it("leaves nothing of what it replaces", () => {
    const repaired = repair(text, plan, "./wire.js");
    for (const old of ["__tsProtoDecodeDepth", "Binary", "createBase", "forEach", "BigInt.as", "tag >>> 3"]) {
      expect(text).toContain(old);
      expect(repaired).not.toContain(old);
    }
  });

  it.each([
    ["the writer is given another way", "return writer;", "return writer.done();"],
    ["unknown fields are kept another way", "list.push(buf);", "list.unshift(buf);"],
    ["unknown fields are written another way", "_unknownFields !== undefined", "_unknownFields != null"],
    ["the loop ends another way", "while (reader.pos < end) {", "for (;;) {"],
    ["a tag is checked another way", "if (tag !== 10) {", "if (tag != 10) {"],
    ["a packed list is read another way", "while (reader.pos < end2) {", "do {"],
    ["text is read another way", "message.name = reader.string();", "message.name = reader.text();"],
    ["a message is read another way", "message.thing = Thing.decode", "message.thing = Thing.read"],
    ["a oneof is read another way", "choice = { $case: 'chosen'", "choice = { case: 'chosen'"],
    ["a map is read another way", "message.things[entry4.key]", "message.things[String(entry4.key)]"],
    ["a map is written another way", "{  key: key as any, value }", "{ key, value }"],
    [
      "a Map is written another way",
      "(message.texts).forEach((value, key)",
      "[...message.texts].forEach((value, key)",
    ],
    ["a oneof is written another way", 'case "chosen":', "case 'chosen':"],
    ["an entry writes its key another way", 'if ( message.key !== "") {', "{"],
    [
      "a field is written twice",
      'if ( message.name !== "") {',
      'if (message.name) {}\nif ( message.name !== "") {',
    ],
    ["an empty message is made another way", "sizes: [],things: {}", "sizes: [],things: new Map()"],
    [
      "64-bit integers are checked another way",
      "if (BigInt.asIntN(64, message.key)",
      "if (BigInt.asIntN(63, message.key)",
    ],
    ["the interface of codecs is another", "interface MessageFns<T> {", "interface MessageFns<T, U> {"],
    ["the wire runtime is imported another way", "import { BinaryWriter, BinaryReader }", "import * as wire"],
  ])("fails when %s, instead of writing codecs that lose data", (_, from, to) => {
    expect(text).toContain(from);
    expect(() => repair(text.replace(from, to), plan, "./wire.js")).toThrow(/has changed|is new to us/);
  });
});
