import {
  modify,
  modifyByClone,
  modifyBySpread,
  type Item,
  type NamedProgram,
  type Spec,
} from "./named-program.fixture.js";

const [red, blue, plain] = [{ size: 1, color: "red" }, { size: 1, color: "blue" }, { size: 1 }];
const copies = (list: readonly Item[]): Item[] => list.map((one) => ({ ...one }));
const parts = (change: (list: Item[]) => Item[]) => (spec: Spec) => (spec.parts = change(spec.parts));

/** A change of `parts`, in every way in which a callback can hand it over. */
const everyWay = (
  title: string,
  {
    before,
    change,
    want,
  }: { before: readonly Item[]; change: (list: Item[]) => Item[]; want: NamedProgram["want"] },
): NamedProgram[] => {
  const common = {
    client: "older",
    before: { parts: before },
    want: want === "refused" ? want : { parts: want },
  } as const;
  return [
    { ...common, title: `${title}, in the draft`, run: (client) => modify(client, parts(change)) },
    {
      ...common,
      title: `${title}, in a returned object`,
      run: (client) => modifyBySpread(client, (spec) => ({ ...spec, parts: change(spec.parts) })),
    },
    { ...common, title: `${title}, in a clone`, run: (client) => modifyByClone(client, parts(change)) },
  ];
};

/** Copies of list elements and map values by a client that does not know `color`. */
export const unknownValues: readonly NamedProgram[] = [
  ...everyWay("an older modify(): the removed one of three copies goes, and no other", {
    before: [red, blue, plain],
    change: (list) => copies(list.filter((_, index) => index !== 1)),
    want: [red, plain],
  }),
  ...everyWay("an older modify(): copies in another order bring their own", {
    before: [red, plain],
    change: (list) => copies(list).toReversed(),
    want: [plain, red],
  }),
  ...everyWay("an older modify(): a new part before copies has nothing of theirs", {
    before: [red],
    change: (list) => [{ size: 1, note: "" }, ...copies(list)],
    want: [plain, red],
  }),
  ...everyWay("an older modify(): a new part between copies has nothing of theirs", {
    before: [plain, red, plain],
    change: (list) => copies(list).toSpliced(2, 0, { size: 0, note: "" }),
    want: [plain, red, {}, plain],
  }),
  ...everyWay("an older modify(): copies with another value keep their own", {
    before: [red, blue, plain],
    change: (list) => list.map((one, index) => ({ ...one, size: index + 5 })),
    want: [{ size: 5, color: "red" }, { size: 6, color: "blue" }, { size: 7 }],
  }),
  ...everyWay("an older modify(): copies that are sorted and changed keep their own", {
    before: [
      { size: 2, color: "red" },
      { size: 1, color: "blue" },
    ],
    change: (list) =>
      structuredClone(list)
        .toSorted((one, other) => (one["size"] as number) - (other["size"] as number))
        .map((one) => ({ ...one, note: "n" })),
    want: [
      { size: 1, color: "blue", note: "n" },
      { size: 2, color: "red", note: "n" },
    ],
  }),
  ...everyWay("an older modify(): a copy that is added has what it was copied from", {
    before: [red, plain],
    change: (list) => [{ ...list[1], size: 9 }, ...list],
    want: [{ size: 9 }, red, plain],
  }),
  ...everyWay("an older modify(): parts that are written field by field are refused", {
    before: [red, blue],
    change: (list) => list.map(({ size }) => ({ size: size as number, note: "n" })),
    want: "refused",
  }),
  ...everyWay("an older modify(): so is one that may be a removed part", {
    before: [red, blue],
    change: (list) => [...list.slice(1), { size: 1, note: "n" }],
    want: "refused",
  }),
  ...everyWay("an older modify(): a new part that has nothing in common with a removed one is sent", {
    before: [red, blue],
    change: (list) => [...list.slice(1), { size: 7, note: "n" }],
    want: [blue, { size: 7, note: "n" }],
  }),
  {
    title: "an older modify(): a disk that is written field by field under its ID keeps its tier",
    client: "older",
    before: {
      disks: [
        { id: "a", size: 1, tier: "hot" },
        { id: "b", size: 1, tier: "cold" },
      ],
    },
    run: (client) =>
      modify(
        client,
        (spec) => (spec.disks = spec.disks.map(({ id, size }) => ({ id, size: (size as number) + 1 }))),
      ),
    want: {
      disks: [
        { id: "a", size: 2, tier: "hot" },
        { id: "b", size: 2, tier: "cold" },
      ],
    },
  },
  {
    title: "an older modify(): so it does at another index",
    client: "older",
    before: {
      disks: [
        { id: "a", size: 1, tier: "hot" },
        { id: "b", size: 1, tier: "cold" },
      ],
    },
    run: (client) =>
      modify(client, (spec) => (spec.disks = spec.disks.slice(1).map(({ id }) => ({ id, size: 1 })))),
    want: { disks: [{ id: "b", size: 1, tier: "cold" }] },
  },
  {
    title:
      "an older modify(): a value that is written anew under its key keeps what the client does not know",
    client: "older",
    before: { part_by_name: { a: red } },
    run: (client) => modify(client, ({ partByName }) => (partByName["a"] = { size: 5, note: "" })),
    want: { part_by_name: { a: { size: 5, color: "red" } } },
  },
  {
    title: "an older modify(): a copy under another key brings its own alone",
    client: "older",
    before: { part_by_name: { a: { size: 1, paint: { coats: 1 } }, b: red } },
    run: (client) =>
      modify(client, ({ partByName }) => {
        partByName["a"] = { ...partByName["b"], size: 9 };
        delete partByName["b"];
      }),
    want: { part_by_name: { a: { size: 9, color: "red" } } },
  },
  {
    title: "an older modify(): values that are copied and swapped bring their own",
    client: "older",
    before: { part_by_name: { a: red, b: plain } },
    run: (client) =>
      modify(client, ({ partByName }) => {
        const { a, b } = partByName;
        Object.assign(partByName, { a: { ...b, size: 2 }, b: { ...a, size: 3 } });
      }),
    want: { part_by_name: { a: { size: 2 }, b: { size: 3, color: "red" } } },
  },
  {
    title: "modify(): a user that is written anew does not get the password of the one at its place",
    before: {
      users: [
        { login: "ann", password: "a" },
        { login: "bob", password: "b" },
      ],
    },
    run: (client) => modify(client, (spec) => (spec.users = copies(spec.users).slice(1))),
    want: "refused",
  },
  {
    title: "modify(): users that are copied and not changed keep their passwords",
    before: {
      cpu: 1,
      users: [
        { login: "ann", password: "a" },
        { login: "bob", password: "b" },
      ],
    },
    run: (client) => modify(client, (spec) => Object.assign(spec, { cpu: 2, users: copies(spec.users) })),
    want: {
      cpu: 2,
      users: [
        { login: "ann", password: "a" },
        { login: "bob", password: "b" },
      ],
    },
  },
];
