import { describe, expect, it } from "vitest";
import { codedError } from "../../../../../test/coded-error.js";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import type { MessageTable } from "../../table/table.js";
import { diffMask } from "./diff-mask.js";

const DiskTable: MessageTable<object> = defineTable("acme.v1.Disk", () => [
  ["id", "string"],
  ["image", "string"],
  ["size", "int32"],
  ["name", "string"],
  ["part", DiskTable],
  ["parts", [DiskTable]],
]);
const SpecTable: MessageTable<object> = defineTable("acme.v1.Spec", () => [
  ["boot", DiskTable],
  ["spare", DiskTable],
  ["by_name", ["string", DiskTable]],
  ["list", [DiskTable]],
  ["others", [DiskTable]],
]);
const unknown = { _unknownFields: [{ number: 900, wireType: 0, value: new Uint8Array([1]) }] };
const wide = { _unknownFields: [{ number: 901, wireType: 0, value: new Uint8Array([7]) }] };
const hidden = { image: "a", size: 1, ...unknown };
const json = { image: "a", size: 1 };

const maskOf = (before: object, after: object): string =>
  diffMask(SpecTable, fill(SpecTable, before), fill(SpecTable, after)).toString();

describe("a copy of a list element without unknown fields, under another key", () => {
  const [x, y, z] = [{ id: "x" }, { id: "y" }, { id: "z", image: "c", size: 9 }];
  it.each<[title: string, before: object[], after: object[]]>([
    ["at its place", [{ ...x, ...hidden }], [{ ...y, ...json }]],
    ["changed", [{ ...x, ...hidden }], [{ ...y, ...json, size: 2 }]],
    ["that shows nothing else", [{ ...x, ...unknown }], [y]],
    ["that showed nothing else", [{ ...x, ...unknown }], [{ ...y, size: 1 }]],
    ["that shows nothing else any more", [{ ...x, ...hidden }], [y]],
    ["behind another one", [{ ...x, ...hidden }, z], [z, { ...y, ...json }]],
    ["at a new place", [{ ...x, ...hidden }, z], [z, { id: "w", size: 5 }, { ...y, ...json }]],
    [
      "beside one that kept its unknown fields",
      [
        { ...x, ...hidden },
        { ...z, ...wide },
      ],
      [
        { ...y, ...json },
        { ...z, ...wide },
      ],
    ],
    ["of another removed element", [{ ...x, ...hidden }, z], [{ ...z, ...json }]],
    ["which it had not before", [hidden], [{ ...y, ...json }]],
    ["which it has no more", [{ ...x, ...hidden }], [json]],
    ["with the same name", [{ ...x, name: "n", size: 1, ...unknown }], [{ ...y, name: "n", size: 2 }]],
    ["with unknown fields inside", [{ ...x, size: 1, part: hidden }], [{ ...y, size: 1, part: json }]],
  ])("is rejected: %s", (_, before, after) => {
    const error = /list\.\d is a new object.*Reuse the objects.*To remove one element and add another/s;
    expect(() => maskOf({ list: before }, { list: after })).toThrow(codedError("MASK_PATH_INVALID", error));
  });

  it.each<[title: string, before: object[], after: object[], mask: string]>([
    ["a new one with nothing in common", [{ ...x, ...hidden }], [{ ...y, image: "b", size: 2 }], "list.0.*"],
    [
      "a new one beside a kept one",
      [{ ...x, ...hidden }],
      [
        { ...x, ...hidden },
        { ...y, ...json },
      ],
      "",
    ],
    [
      "a new one before a kept one",
      [{ ...x, ...hidden }],
      [
        { ...y, ...json },
        { ...x, ...hidden },
      ],
      "list.0.*",
    ],
    [
      "a new one for a plain one",
      [
        { ...x, ...json },
        { ...z, ...unknown },
      ],
      [
        { ...y, ...json },
        { ...z, ...unknown },
      ],
      "list.0.*",
    ],
    ["with its unknown fields", [{ ...x, ...hidden }], [{ ...y, ...hidden }], ""],
    ["another one with its new values", [{ ...x, ...hidden }, z], [{ ...z, image: "a" }], "list.0.*"],
  ])("is sent: %s", (_, before, after, mask) => {
    expect(maskOf({ list: before }, { list: after })).toBe(mask);
  });
});

describe("a copy without unknown fields, where nothing was", () => {
  it.each<[title: string, before: object, after: object, error: RegExp]>([
    ["of a removed structure", { boot: hidden }, { spare: json }, /spare is a new object.*old boot/],
    ["of one, changed", { boot: hidden }, { spare: { ...json, size: 2 } }, /spare = boot/],
    ["of one that shows nothing", { boot: unknown }, { spare: {} }, /spare = boot/],
    [
      "of one with a structure that shows nothing, whose values were changed",
      { boot: { size: 1, part: unknown } },
      { spare: { size: 2, part: {} } },
      /spare = boot/,
    ],
    ["under another key", { byName: { a: hidden } }, { byName: { b: json } }, /by_name.b = by_name.a/],
    ["over another structure", { boot: hidden, spare: { id: "x" } }, { spare: json }, /spare = boot/],
    [
      "over the value of another key",
      { byName: { a: hidden, b: { id: "x", ...unknown } } },
      { byName: { b: json } },
      /by_name.b = by_name.a/,
    ],
    [
      "over the value of another key, of which neither shows a value",
      { byName: { a: { parts: [unknown] }, b: {} } },
      { byName: { b: { parts: [{}] } } },
      /by_name.b = by_name.a/,
    ],
    [
      "over another structure, which shows nothing",
      { boot: unknown, spare: json },
      { spare: {} },
      /spare = boot/,
    ],
    ["of a removed element, equal to another one", { list: [hidden, json] }, { list: [json] }, /list\.0/],
    ["under another ID", { boot: { id: "x", ...hidden } }, { spare: { id: "y", ...json } }, /spare = boot/],
    ["of a removed element, in another list", { list: [hidden] }, { others: [json] }, /others\.0 = list\.0/],
    [
      "of a removed element, behind others in another list",
      { list: [hidden, { id: "x" }], others: [{ id: "y" }] },
      { list: [{ id: "x" }], others: [{ id: "y" }, json] },
      /others\.1 = list\.0/,
    ],
    [
      "of a removed element, renamed, in another list",
      { list: [{ id: "x", ...hidden }] },
      { others: [{ id: "y", ...json }] },
      /others\.0 = list\.0/,
    ],
    ["of a removed element, in a field", { list: [hidden] }, { boot: json }, /boot = list\.0/],
    ["of a removed structure, in a list", { boot: hidden }, { list: [json] }, /list\.0 = boot/],
    [
      "of a removed value of a map, in a field",
      { byName: { a: hidden } },
      { boot: json },
      /boot = by_name\.a/,
    ],
    [
      "of a removed value of a map, renamed as its key",
      { byName: { a: { id: "a", ...hidden } } },
      { byName: { b: { id: "b", ...json } } },
      /by_name\.b = by_name\.a/,
    ],
    [
      "of an element that was removed from an inner list",
      { list: [{ id: "x", parts: [hidden] }, { id: "y" }] },
      { list: [{ id: "x" }, { id: "y", parts: [json] }] },
      /list\.1\.parts\.0 = list\.0\.parts\.0/,
    ],
    [
      "of a removed structure, inside of a new element",
      { boot: hidden },
      { list: [{ id: "y", part: json }] },
      /list\.0\.part = boot/,
    ],
    [
      "under another key, with unknown fields inside",
      { byName: { a: { size: 1, parts: [unknown, {}] }, b: { size: 2 } } },
      { byName: { b: { size: 1, parts: [{}, {}] } } },
      /by_name\.b = by_name\.a/,
    ],
    [
      "of a removed structure, with unknown fields inside",
      { boot: { size: 1, part: { part: unknown } } },
      { list: [{ size: 1, part: { part: {} } }] },
      /list\.0 = boot/,
    ],
    ["of one that shows nothing, likewise", { list: [unknown, {}] }, { list: [{}] }, /list\.0/],
  ])("is rejected: %s", (_, before, after, error) => {
    expect(() => maskOf(before, after)).toThrow(codedError("MASK_PATH_INVALID", error));
  });

  it.each<[title: string, before: object, after: object, mask: string]>([
    ["with the unknown fields", { boot: hidden }, { spare: hidden }, "boot"],
    ["of what stays", { boot: hidden }, { boot: hidden, spare: json }, ""],
    ["of what is all visible", { boot: json }, { spare: json }, "boot"],
    ["in another list, with the unknown fields", { list: [hidden] }, { others: [hidden] }, "list"],
    [
      "under another key, with the unknown fields of all inside",
      { byName: { a: { size: 1, parts: [unknown, {}] } } },
      { byName: { b: { size: 1, parts: [unknown, {}] } } },
      "",
    ],
    [
      "without the messages inside that have unknown fields",
      { byName: { a: { size: 1, parts: [unknown] } } },
      { byName: { b: { size: 1 } } },
      "",
    ],
    ["in another list, of what stays", { list: [hidden] }, { list: [hidden], others: [json] }, ""],
    ["in another list, changed", { list: [hidden] }, { others: [{ ...json, size: 2 }] }, "list"],
    ["an empty one in another list", { list: [unknown] }, { others: [{}] }, "list"],
    ["with nothing in common", { boot: hidden }, { spare: { image: "b", size: 2 } }, "boot"],
    [
      "with other structures that show nothing",
      { boot: { size: 1, part: unknown } },
      { spare: { size: 2, parts: [{}] } },
      "boot",
    ],
    [
      "with another ID and value",
      { boot: { id: "x", ...hidden } },
      { spare: { id: "y", ...json, size: 2 } },
      "boot",
    ],
    ["under another key, changed", { byName: { a: hidden } }, { byName: { b: { size: 1 } } }, ""],
    ["that was equal before", { boot: hidden, spare: json }, { spare: json }, "boot"],
    ["under a key that was equal before", { byName: { a: hidden, b: json } }, { byName: { b: json } }, ""],
    ["over another structure, changed", { boot: hidden, spare: {} }, { spare: { image: "a" } }, "boot"],
    ["over another, of what stays", { byName: { a: hidden, b: {} } }, { byName: { a: hidden, b: json } }, ""],
    ["of an element beside one that stays", { list: [hidden, json] }, { list: [hidden, json] }, ""],
    [
      "of an element unlike the removed one",
      { list: [hidden, { id: "x" }] },
      { list: [{ id: "x" }] },
      "list.0.*",
    ],
  ])("is sent: %s", (_, before, after, mask) => {
    expect(maskOf(before, after)).toBe(mask);
  });
});
