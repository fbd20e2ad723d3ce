import { explicit, metadata, type NamedProgram } from "./named-program.fixture.js";

/** Masks of the program's own that cannot be kept. */
export const masksOfOnesOwn: readonly NamedProgram[] = [
  ...[
    "spec.part_new.size",
    "spec.cpu.x",
    "spec.at.x",
    "spec.at.*.x",
    "spec.place.group.size",
    "spec.*.size",
    "spec.hosts.0.x",
  ].map((resetMask): NamedProgram => ({
    title: `a path that no server can keep is refused: ${resetMask}`,
    client: "older",
    before: {
      cpu: 1,
      part_new: { size: 1, note: "n" },
      group: { size: 1, name: "g" },
      at: { seconds: 5n },
      hosts: ["h"],
    },
    run: (client) => explicit(client, {}, resetMask),
    want: "refused",
  })),
  {
    title: "a path into an element that is not sent is refused",
    before: { parts: [{ size: 1 }, { size: 2 }, { size: 3, note: "n" }] },
    run: (client) => explicit(client, { parts: [{ size: 1 }] }, "spec.parts.2.size"),
    want: "refused",
  },
  {
    title: "a path into the value of a key that is not sent is refused",
    before: { disk_by_name: { a: { size: 1 }, b: { size: 2 } } },
    run: (client) => explicit(client, { diskByName: { b: { size: 2 } } }, "spec.disk_by_name.a.size"),
    want: "refused",
  },
  {
    title: "a structure that is named beside what it holds is cleared, or refused",
    before: { cpu: 1, boot: { kind: "k", size: 4 } },
    run: (client) => explicit(client, {}, "spec.boot,spec.boot.size"),
    want: { cpu: 1 },
    mayRefuse: true,
  },
  {
    title: "a leaf that the client does not know may be named",
    client: "older",
    before: { cpu: 1, tag: "t" },
    run: (client) => explicit(client, {}, "spec.tag"),
    want: { cpu: 1 },
  },
  {
    title: "a member of a oneof is named beside it",
    before: { group: { size: 1, name: "g" } },
    run: (client) => explicit(client, { place: { $case: "group", value: { name: "g" } } }, "spec.group.size"),
    want: { group: { name: "g" } },
  },
  {
    title: "a oneof is named by its name",
    before: { cpu: 1, group: { size: 1, name: "g" } },
    run: (client) => explicit(client, {}, "spec.place"),
    want: { cpu: 1 },
  },
];

/** Options of a call in plain JavaScript. */
export const misspelt: readonly NamedProgram[] = [
  { resetMask: undefined },
  { resetmask: "" },
  { timeout: 5 },
].map((options): NamedProgram => ({
  title: `an option that says nothing is refused: ${Object.entries(options).flat().map(String).join(" ")}`,
  before: { cpu: 1, note: "n" },
  run: (client) => client.update({ metadata, spec: { cpu: 8 } }, options as { resetMask?: unknown }),
  want: "refused",
}));
