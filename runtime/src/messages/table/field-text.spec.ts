import { describe, expect, it } from "vitest";
import { defineEnum } from "./enum-type.js";
import { fields } from "./field-text.js";
import { defineTable } from "./define-table.js";
import type { MessageTable } from "./table.js";

const Mood = defineEnum({ BAD: 0 });
const Room: MessageTable = defineTable("acme.Room", () => fields``);

describe("the rows of a table, as text", () => {
  it("are read line by line, with what is put in", () => {
    const rows = fields`
      int32 cpu = 1
      string platform = 2 @REQUIRED @IMMUTABLE
      ${Room} room = 3
      repeated ${Mood} moods = 4 closed
      map<string,${Room}> rooms = 5
      map<int32,google.protobuf.Struct> notes = 6 unchecked
      optional sint64 limit = 7
      bytes data = 8 secret
      string host_id = 9 oneof=placement
      ${Room} PLACE = 10 local=place json=${"@place"} oneof=SOME_OF:someOf group
      ${Mood} mood = 536870911
    `;
    expect(rows).toEqual([
      ["cpu", "int32", { number: 1 }],
      ["platform", "string", { number: 2, behaviors: ["REQUIRED", "IMMUTABLE"] }],
      ["room", Room, { number: 3 }],
      ["moods", [Mood], { number: 4, wire: "closed" }],
      ["rooms", ["string", Room], { number: 5 }],
      ["notes", ["int32", "google.protobuf.Struct"], { number: 6, wire: "unchecked" }],
      ["limit", "sint64", { number: 7, presence: true }],
      ["data", "bytes", { number: 8, secret: true }],
      ["host_id", "string", { number: 9, oneof: "placement" }],
      [
        "PLACE",
        Room,
        { number: 10, local: "place", json: "@place", oneof: ["SOME_OF", "someOf"], wire: "group" },
      ],
      ["mood", Mood, { number: 536870911 }],
    ]);
  });

  it("are none where there is no text", () => {
    expect(Room.fields).toEqual([]);
  });
});
