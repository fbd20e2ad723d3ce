import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { diffMask } from "../derive/diff-mask.js";
import { matchListElements } from "./match-elements.js";

interface Container {
  name: string;
  image: string;
  kind: string;
  build: object | undefined;
  probe: { latencyMs: number } | undefined;
}
const serverOnly = { behaviors: ["OUTPUT_ONLY"], unsent: true } as const;
const ProbeTable = defineTable<object>("acme.v1.Probe", () => [["latency_ms", "int32", serverOnly]]);
const ContainerTable: MessageTable<Container> = defineTable("acme.v1.Container", () => [
  ["name", "string"],
  ["image", "string"],
  ["kind", "string", { behaviors: ["IMMUTABLE"] }],
  ["build", defineTable<object>("acme.v1.Build", () => []), serverOnly],
  ["probe", ProbeTable],
]);
type Init = MessageInit<Container>;
const [built, probed]: readonly [Init, Init] = [
  { image: "i", build: {} },
  { name: "p", image: "j", probe: { latencyMs: 5 } },
];

describe("a copy of an element with values that only the server writes", () => {
  it.each<[title: string, before: Init[], after: Init[], want: string]>([
    ["is the same with a first name", [built], [{ ...built, name: "n" }], "same"],
    ["is the same under another name", [{ ...built, name: "m" }], [{ ...built, name: "n" }], "same"],
    ["is the same without its name", [{ ...built, name: "m" }], [built], "same"],
    ["is the same by a value inside it", [probed], [{ ...probed, name: "n" }], "same"],
    ["is another one without the value", [built], [{ name: "n", image: "i" }], "other"],
    ["is another one with another value", [probed], [{ name: "n", probe: { latencyMs: 6 } }], "other"],
    ["is another one with another IMMUTABLE value", [built], [{ ...built, name: "n", kind: "k" }], "other"],
    [
      "is another one before a copy of the old one",
      [probed],
      [{ ...probed, name: "n" }, probed],
      "other new",
    ],
    [
      "is the one that had its name",
      [probed, { ...probed, name: "q" }],
      [{ ...probed, name: "q" }, probed],
      "other other",
    ],
  ])("%s", (_, before, after, want) => {
    const [old, now] = [before, after].map((all) =>
      all.map((one) => fill(ContainerTable, one) as object as Properties),
    );
    const matches = matchListElements(ContainerTable, old ?? [], now ?? [], new Map());
    const words = matches.map((one) => (one.isUnmoved ? "same" : one.previous ? "other" : "new"));
    expect(words.join(" ")).toBe(want);
  });

  it("has no mask that clears them", () => {
    const pod = defineTable<object>("acme.v1.Pod", () => [["containers", [ContainerTable]]]);
    const podOf = (...containers: Init[]): object => fill(pod, { containers } as object);
    const maskFor = (...after: Init[]): string =>
      diffMask(pod, podOf(built, probed), podOf(...after)).toString();
    expect(maskFor({ ...built, name: "n" }, probed)).toBe("");
    expect(maskFor(built, { ...probed, name: "n", image: "" })).toBe("containers.1.image");
    // The element that was removed leaves nothing to the one that takes its index.
    expect(maskFor(probed)).toBe("containers.0.(*,probe.*)");
  });
});

it("the name of an element with a hidden password may not change in a copy", () => {
  const user = defineTable<object>("acme.v1.User", () => [
    ["name", "string"],
    ["state", "string", serverOnly],
    ["password", "string", { behaviors: ["INPUT_ONLY"] }],
  ]);
  const group = defineTable<object>("acme.v1.Group", () => [["users", [user]]]);
  const of = (name: string): object => fill(group, { users: [{ name, state: "s" }] } as object);
  expect(() => diffMask(group, of("a"), of("b"))).toThrow(/INPUT_ONLY/);
});
