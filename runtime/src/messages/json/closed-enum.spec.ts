import { describe, expect, it } from "vitest";
import { defineTable } from "../table/define-table.js";
import { defineEnum } from "../table/enum-type.js";
import type { MessageTable } from "../table/table.js";
import { fromJson } from "./from-json.js";
import { codedError } from "../../../../test/coded-error.js";

const Mood = defineEnum({ BAD: 3, GOOD: 7 }, "MOOD_");
const DayTable: MessageTable<object> = defineTable("acme.v1.Day", () => [
  ["mood", Mood, { presence: true, wire: "closed" }],
  ["moods", [Mood], { wire: "closed" }],
  ["mood_by_name", ["string", Mood], { wire: "closed" }],
  ["kind", Mood, { oneof: "which", wire: "closed" }],
  ["secret", Mood, { presence: true, wire: "closed", secret: true }],
  ["open", Mood],
]);

const day = { mood: undefined, moods: [], moodByName: {}, which: undefined, secret: undefined, open: 0 };
const fix = "which this closed enum does not have; the option ignoreUnknownFields leaves it out";
const problem = `the name or number of an enum's value is needed, got 9, ${fix}`;

describe("the JSON of a closed enum", () => {
  it.each<[json: object, want: object]>([
    [{ mood: 3 }, { mood: 3 }],
    [{ mood: "MOOD_GOOD" }, { mood: 7 }],
    [
      { moods: [7, "MOOD_BAD"], kind: 7 },
      { moods: [7, 3], which: { $case: "kind", value: 7 } },
    ],
    [{ open: 9 }, { open: 9 }],
  ])("has the numbers that it names: %j", (json, want) => {
    expect(fromJson(DayTable, json)).toEqual({ ...day, ...want });
  });

  it.each<[json: object, place: string, want: object]>([
    [{ mood: 9 }, "mood", {}],
    [{ moods: [3, 9, 7] }, "moods[1]", { moods: [3, 7] }],
    [{ moodByName: { a: 9, b: 3 } }, "moodByName.a", { moodByName: { b: 3 } }],
    [{ kind: 9 }, "kind", {}],
  ])("has no others, which are left out only if the caller says so: %j", (json, place, want) => {
    expect(() => fromJson(DayTable, json)).toThrow(codedError("MESSAGE_INVALID", `${place}: ${problem}`));
    expect(fromJson(DayTable, json, { ignoreUnknownFields: true })).toEqual({ ...day, ...want });
  });

  it("does not show one in a secret field", () => {
    expect(() => fromJson(DayTable, { secret: 987 })).toThrow(
      codedError("MESSAGE_INVALID", /^(?!.*987).*got a number, which this/),
    );
  });
});
