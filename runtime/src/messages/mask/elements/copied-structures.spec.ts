import { expect, it } from "vitest";
import { codedError } from "../../../../../test/coded-error.js";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import type { Properties } from "../../table/field-access.js";
import { addCopiedStructures } from "./copied-structures.js";
import { pairByPlace } from "./known-origins.js";
import { diffWithOrigins } from "../derive/diff-mask.js";

interface Disk {
  id: string;
  size: number;
  key: string;
  limits: { cpu: number } | undefined;
}
interface Spec {
  boot: Disk | undefined;
  disks: Disk[];
  byName: { [key: string]: Disk };
  scratch: Disk | undefined;
}
const LimitsTable: MessageTable<object> = defineTable("acme.v1.Limits", () => [["cpu", "int32"]]);
/** A disk, with or without a field that no response shows. */
const tableOf = (behaviors: readonly "INPUT_ONLY"[]): MessageTable<Spec> => {
  const DiskTable: MessageTable<Disk> = defineTable("acme.v1.Disk", () => [
    ["id", "string"],
    ["size", "int32"],
    ["key", "string", { behaviors }],
    ["limits", LimitsTable],
  ]);
  return defineTable("acme.v1.Spec", () => [
    ["boot", DiskTable],
    ["disks", [DiskTable]],
    ["by_name", ["string", DiskTable]],
    // A member of a oneof is sent whole.
    ["scratch", DiskTable, { oneof: "other" }],
  ]);
};
const [plainTable, hidingTable] = [tableOf([]), tableOf(["INPUT_ONLY"])];

const unknown = (byte: number): object => ({
  _unknownFields: [{ number: 900, wireType: 0, value: new Uint8Array([byte]) }],
});
const [a, b] = [
  { id: "a", size: 1 },
  { id: "b", size: 2 },
];

/** The mask of a change of a draft. */
function maskOf(table: MessageTable<Spec>, init: MessageInit<Spec>, change: (spec: Spec) => void): string {
  const [before, draft] = [fill(table, init), fill(table, init)];
  const knownOrigins = pairByPlace(table, draft, before);
  change(draft);
  // Messages of generated code are plain objects.
  const [old, now] = [before, draft] as object[] as [Properties, Properties];
  const origins = addCopiedStructures({ table, before: old, after: now, knownOrigins });
  return diffWithOrigins(table, before, draft, origins).toString();
}

it.each<[title: string, boot: MessageInit<Disk>, element: MessageInit<Disk>, change: (spec: Spec) => void]>([
  [
    "a spread of it",
    { ...a, ...unknown(1) },
    { ...b, ...unknown(2) },
    (one) => (one.boot = { ...one.disks[0]! }),
  ],
  [
    "a clone of it, changed",
    { ...a, ...unknown(1) },
    { ...b, ...unknown(2) },
    (one) => (one.boot = { ...structuredClone(one.disks[0]!), size: 7 }),
  ],
  [
    "a spread of it, where the old one has no unknown fields",
    a,
    { ...b, ...unknown(2) },
    (one) => (one.boot = { ...one.disks[0]! }),
  ],
])(
  "a copy of a list element in a single field takes nothing of the old structure: %s",
  (_, boot, element, change) => {
    const mask = maskOf(plainTable, { boot, disks: [element] }, change);
    expect(mask).toBe("boot.*");
  },
);

it.each<[title: string, boot: MessageInit<Disk>, change: (spec: Spec) => void]>([
  ["equal to it", { ...a, ...unknown(1) }, (one) => (one.boot = { ...one.disks[0]! })],
  ["with its id", { ...a, ...unknown(1) }, (one) => (one.boot = { ...one.disks[0]!, size: 9 })],
  [
    "of which an inner message is old",
    { ...a, limits: { cpu: 1, ...unknown(1) } },
    (one) => (one.boot = { ...one.disks[0]! }),
  ],
])(
  "a structure that may be a copy of an element is refused if a server would mix in unknown fields: %s",
  (_, boot, change) => {
    const element = { ...b, limits: { cpu: 3 } };
    expect(() => maskOf(plainTable, { boot, disks: [element] }, change)).toThrow(
      codedError("MASK_PATH_INVALID", /boot is a new object.*disks\.0/),
    );
  },
);

it("a structure that may be a copy of an element is refused if it would get the INPUT_ONLY value of the old one", () => {
  expect(() =>
    maskOf(hidingTable, { boot: a, disks: [b] }, (one) => (one.boot = { ...one.disks[0]! })),
  ).toThrow(codedError("MASK_PATH_INVALID", /boot is a new object.*disks\.0/));
});

it.each<
  [
    title: string,
    table: MessageTable<Spec>,
    boot: MessageInit<Disk>,
    change: (spec: Spec) => void,
    want: string,
  ]
>([
  ["nothing is hidden", plainTable, a, (one) => (one.boot = { ...one.disks[0]! }), ""],
  [
    "it carries what no response shows",
    hidingTable,
    a,
    (one) => (one.boot = { ...one.disks[0]!, key: "k" }),
    "",
  ],
  [
    "it is a copy of its own",
    plainTable,
    { ...a, ...unknown(1) },
    (one) => (one.boot = { ...one.boot!, size: 9 }),
    "",
  ],
  [
    "it is written field by field",
    plainTable,
    { ...a, ...unknown(1) },
    (one) => (one.boot = { id: "a", size: 2, key: "", limits: undefined }),
    "",
  ],
  [
    "it is the very object",
    plainTable,
    { ...a, ...unknown(1) },
    (one) => (one.boot = one.disks.pop()!),
    "boot.*,disks",
  ],
])("a structure in a single field is accepted if %s", (_, table, boot, change, want) => {
  expect(maskOf(table, { boot, disks: [b] }, change)).toBe(want);
});

it.each<[title: string, value: MessageInit<Disk>, element: MessageInit<Disk>, want: string | undefined]>([
  ["takes nothing of the old value", { ...a, ...unknown(1) }, { ...b, ...unknown(2) }, "by_name.k.*"],
  ["is refused if it cannot be told from the old value", { ...a, ...unknown(1) }, b, undefined],
  ["is sent if nothing is hidden", a, b, ""],
])("a copy of a list element under a key of a map %s", (_, value, element, want) => {
  const run = (): string =>
    maskOf(plainTable, { byName: { k: value }, disks: [element] }, (one) => {
      one.byName["k"] = { ...one.disks[0]! };
    });
  if (want === undefined) expect(run).toThrow(codedError("MASK_PATH_INVALID", /by_name\.k is a new object/));
  else expect(run()).toBe(want);
});
