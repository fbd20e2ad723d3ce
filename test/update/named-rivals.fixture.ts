import {
  explicit,
  id,
  modify,
  type Item,
  type NamedBox,
  type NamedProgram,
} from "./named-program.fixture.js";

/** What another writer has changed in between, without versions. */
export const otherWriters: readonly NamedProgram[] = [
  {
    title: "modify() leaves alone what another writer changed",
    before: { cpu: 1, note: "old", hosts: ["a"] },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, { note: "new", hosts: ["b"] }, "");
        (box as NamedBox).spec.cpu = 8;
      }),
    want: { cpu: 8, note: "new", hosts: ["b"] },
  },
  {
    title: "modify() leaves alone what another writer cleared",
    before: { cpu: 1, note: "old", boot: { kind: "k", size: 4 } },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, {}, "spec.(note,boot.size)");
        (box as NamedBox).spec.cpu = 8;
      }),
    want: { cpu: 8, boot: { kind: "k" } },
  },
  {
    title: "modify() leaves alone another member of a oneof that another writer has set",
    before: { cpu: 1, zone: "z" },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, { place: { $case: "group", value: { size: 3, name: "" } } }, "");
        (box as NamedBox).spec.cpu = 8;
      }),
    want: { cpu: 8, group: { size: 3 } },
  },
  {
    title: "modify() inside one structure leaves alone what another writer changed beside it",
    before: { boot: { size: 1, kind: "k" }, owner: { login: "ann" }, cpu: 2 },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, { owner: { login: "bob", password: "" } }, "");
        Object.assign((box as NamedBox).spec.boot as object, { size: 7 });
      }),
    want: { boot: { size: 7, kind: "k" }, owner: { login: "bob" }, cpu: 2 },
  },
  {
    title: "an older client's update() leaves alone what it does not know and another writer changed",
    client: "older",
    before: { cpu: 1, tag: "old" },
    run: async (client, rival) => {
      const box = (await client.get(id)) as NamedBox;
      await explicit(rival, { tag: "new" }, "");
      box.spec.cpu = 8;
      await client.update({ metadata: box.metadata, spec: box.spec });
    },
    want: { cpu: 8, tag: "new" },
  },
  {
    title: "modify() of a time does not mix it with what another writer made of it",
    before: { at: { seconds: 5n } },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, { at: { seconds: 9n, nanos: 7 } }, "");
        (box as NamedBox).spec["at"] = { seconds: 6n, nanos: 0 };
      }),
    want: { at: { seconds: 6n } },
  },
  {
    title: "modify() of a time that was not there does not mix it with what another writer made of it",
    before: { cpu: 1 },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        await explicit(rival, { at: { seconds: 9n, nanos: 7 }, limit: 5 }, "");
        Object.assign((box as NamedBox).spec, { at: { seconds: 6n, nanos: 0 }, limit: 0 });
      }),
    want: { cpu: 1, at: { seconds: 6n }, limit: {} },
  },
  {
    title: "modify() inside a oneof's member does not mix a time there with what another writer made of it",
    before: { planned: { at: { seconds: 5n }, note: "n", pass: "p" } },
    run: (client, rival) =>
      client.modify(id, async (box) => {
        const visit = { at: { seconds: 9n, nanos: 7 }, note: "n", pass: "" };
        await explicit(rival, { visit: { $case: "planned", value: visit } }, "");
        ((box as NamedBox).spec["visit"] as { value: Item }).value["note"] = "other";
      }),
    want: { planned: { at: { seconds: 5n }, note: "other", pass: "p" } },
  },
  {
    title: "modify() calls Update, whatever else updates",
    before: { cpu: 1 },
    run: (client) => modify(client, (spec) => (spec.cpu = 8)),
    want: { cpu: 8 },
  },
];
