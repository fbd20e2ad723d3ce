import { modify, update, type Item, type NamedProgram } from "./named-program.fixture.js";

const disk = (name: string, more: object = {}): object => ({
  id: name,
  image: `image-${name}`,
  size: 1,
  block: 4,
  device: `/dev/${name}`,
  ...more,
});

/** Lists and maps whose elements are other ones. */
export const otherElements: readonly NamedProgram[] = [
  {
    title: "modify(): what a removed disk had does not stay at its place",
    before: { disks: [disk("a"), { id: "b", size: 2, device: "/dev/b" }] },
    run: (client) => modify(client, (spec) => spec.disks.shift()),
    want: { disks: [{ id: "b", size: 2, device: "/dev/a" }] },
  },
  {
    title: "modify(): a disk that moves brings its own",
    before: { disks: [disk("a"), disk("b", { size: 2 })] },
    run: (client) => modify(client, (spec) => (spec.disks = spec.disks.toReversed())),
    want: { disks: [disk("b", { size: 2, device: "/dev/a" }), disk("a", { device: "/dev/b" })] },
  },
  {
    title: "update(): a disk that moves brings its own",
    before: { disks: [disk("a"), { id: "b", size: 2, device: "/dev/b" }] },
    run: (client) => update(client, (spec) => void spec.disks.shift()),
    want: { disks: [{ id: "b", size: 2, device: "/dev/a" }] },
  },
  {
    title: "an older modify(): what it does not know of a removed disk goes with it",
    client: "older",
    before: { parts: [{ size: 1, color: "red" }, { size: 2 }] },
    run: (client) => modify(client, (spec) => spec.parts.shift()),
    want: { parts: [{ size: 2 }] },
  },
  {
    title: "an older modify(): what it does not know moves with its disk",
    client: "older",
    before: {
      parts: [
        { size: 1, color: "red" },
        { size: 2, color: "blue" },
      ],
    },
    run: (client) => modify(client, (spec) => (spec.parts = spec.parts.toReversed())),
    want: {
      parts: [
        { size: 2, color: "blue" },
        { size: 1, color: "red" },
      ],
    },
  },
  {
    title:
      "an older modify(): what it does not know of a removed part does not mix with another's, or is refused",
    client: "older",
    before: {
      parts: [
        { size: 1, paint: { coats: 3 } },
        { size: 2, paint: { name: "red" } },
      ],
    },
    run: (client) => modify(client, (spec) => spec.parts.shift()),
    want: { parts: [{ size: 2, paint: { name: "red" } }] },
    mayRefuse: true,
  },
  {
    title: "an older modify(): an element's oneof switches away from a member that it does not know",
    client: "older",
    before: { parts: [{ size: 1, steel: "s" }] },
    run: (client) =>
      modify(client, (spec) => Object.assign(spec.parts[0] as Item, { kind: { $case: "wood", value: "w" } })),
    want: { parts: [{ size: 1, wood: "w" }] },
  },
  {
    title: "modify(): equal parts that change places are no change",
    before: { cpu: 1, parts: [{ size: 1 }, { size: 1 }] },
    run: (client) =>
      modify(client, (spec) => {
        spec.parts = spec.parts.toReversed();
        spec.cpu = 8;
      }),
    want: { cpu: 8, parts: [{ size: 1 }, { size: 1 }] },
  },
  {
    title: "an older modify(): a copy with another size is the same part",
    client: "older",
    before: { parts: [{ size: 1, note: "n", color: "red" }] },
    run: (client) => modify(client, (spec) => (spec.parts[0] = { ...spec.parts[0], size: 5 })),
    want: { parts: [{ size: 5, note: "n", color: "red" }] },
  },
  {
    title: "an older modify(): a new part at an old one's place has nothing of it",
    client: "older",
    before: { parts: [{ size: 1, note: "n", color: "red" }] },
    run: (client) => modify(client, (spec) => (spec.parts[0] = { size: 5, note: "other" })),
    want: { parts: [{ size: 5, note: "other" }] },
  },
  {
    title: "modify(): a disk under another key that lacks what is fixed there is refused, or right",
    before: { disk_by_name: { a: disk("x"), b: { id: "y", size: 2 } } },
    run: (client) =>
      modify(client, ({ diskByName }) => {
        diskByName["a"] = diskByName["b"] as Item;
        delete diskByName["b"];
      }),
    want: { disk_by_name: { a: { id: "y", size: 2, device: "/dev/x" } } },
    mayRefuse: true,
  },
  {
    title: "an older modify(): a part that moves to another's key brings its own alone",
    client: "older",
    before: { part_by_name: { a: { size: 1, color: "red" }, b: { size: 2 } } },
    run: (client) =>
      modify(client, ({ partByName }) => {
        partByName["a"] = partByName["b"] as Item;
        delete partByName["b"];
      }),
    want: { part_by_name: { a: { size: 2 } } },
  },
  {
    title: "an older client switches a oneof away from a member that it does not know",
    client: "older",
    before: { rack: { row: 3 } },
    run: (client) => modify(client, (spec) => (spec.place = { $case: "zone", value: "z" })),
    want: { zone: "z" },
  },
  {
    title: "an older client's update() switches a oneof away from a member that it does not know",
    client: "older",
    before: { rack: { row: 3 } },
    run: (client) => update(client, (spec) => (spec.place = { $case: "zone", value: "z" })),
    want: { zone: "z" },
  },
  {
    title: "modify(): clearing a fixed field is an error before the call",
    before: { boot: { kind: "k", size: 4 } },
    run: (client) => modify(client, (spec) => Object.assign(spec.boot as object, { kind: "" })),
    want: "refused",
  },
  {
    title: "modify(): changing a fixed field is an error before the call",
    before: { boot: { kind: "k", size: 4 } },
    run: (client) => modify(client, (spec) => Object.assign(spec.boot as object, { kind: "other" })),
    want: "refused",
  },
];
