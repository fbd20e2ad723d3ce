import { describe, expect, it } from "vitest";
import { fill } from "../../table/fill.js";
import { UpdateHouseTable, type UpdateHouse } from "../../table/house.fixture.js";
import type { MessageInit } from "../../table/message-init.js";
import { rejectNamedBeside } from "./named-beside.js";
import { readMask, type MaskInput } from "./resolve-mask.js";

const check = (init: MessageInit<UpdateHouse>, input: MaskInput<UpdateHouse>): void => {
  const { written } = readMask(UpdateHouseTable, input);
  if (written) rejectNamedBeside(UpdateHouseTable, fill<UpdateHouse>(UpdateHouseTable, init), written);
};

describe("a structure that is named beside what it holds", () => {
  it.each<[title: string, input: MaskInput<UpdateHouse>, init: MessageInit<UpdateHouse>, path: string]>([
    ["as text", "spec.owner,spec.owner.age", { spec: {} }, "spec.owner"],
    ["the longer path first", "spec.(owner.age,owner)", { spec: {} }, "spec.owner"],
    ["by an empty group", "spec.owner.((),age)", {}, "spec.owner"],
    ["by the builder", (m) => [m.spec.owner, m.spec.owner.age], { spec: {} }, "spec.owner"],
    ["at the top", "spec,spec.owner.age", {}, "spec"],
    ["in an element", "spec.rooms.*.(window,window.age)", { spec: { rooms: [{}] } }, "spec.rooms.0.window"],
    [
      "under a key",
      'spec.rooms_by_name."a b".(window,window.age)',
      { spec: { roomsByName: { "a b": {} } } },
      'spec.rooms_by_name."a b".window',
    ],
  ])("is refused where the request does not carry it: %s", (_, input, init, path) => {
    expect(() => check(init, input)).toThrow(
      expect.objectContaining({
        name: "MaskPathError",
        path,
        message: expect.stringMatching(/The longer path wins.*Name only .* to clear it/),
      }),
    );
  });

  it.each<[title: string, input: MaskInput<UpdateHouse>, init: MessageInit<UpdateHouse>]>([
    ["where it is sent", "spec,spec.owner,spec.owner.age", { spec: { owner: {} } }],
    ["where it is named alone", "spec.owner,spec.floors", { spec: {} }],
    ["where only its inside is named", "spec.owner.(age,name)", { spec: {} }],
    [
      "where one element is sent with it",
      "spec.rooms.0.(window,window.age)",
      { spec: { rooms: [{ window: {} }, {}] } },
    ],
  ])("is taken %s", (_, input, init) => {
    expect(() => check(init, input)).not.toThrow();
  });
});
