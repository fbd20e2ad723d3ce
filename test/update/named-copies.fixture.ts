import {
  modify,
  modifyByClone,
  modifyBySpread,
  type Item,
  type NamedProgram,
} from "./named-program.fixture.js";

const ann = { login: "ann", password: "a" };
const rule = { port: 80, action: "allow", target: "t", note: "n", code: "c" };

/** What a callback returns in new objects, which nobody knows by reference. */
export const newObjects: readonly NamedProgram[] = [
  {
    title: "modify(): a user that is spread to a free place does not lose its password",
    before: { owner: ann },
    run: (client) =>
      modifyBySpread(client, (spec) => ({ ...spec, owner: undefined, backup: { ...spec.owner } })),
    want: "refused",
  },
  {
    title: "modify(): nor if it is changed on the way",
    before: { main: { size: 1 }, planned: { note: "n", at: { seconds: 5n }, pass: "p" } },
    run: (client) =>
      modifyBySpread(client, (spec) => {
        const { value } = spec["visit"] as { value: Item };
        return { ...spec, visit: { $case: "done", value: { ...value, note: "m" } } };
      }),
    want: "refused",
  },
  {
    title: "modify(): nor if it goes along with the structure around it",
    before: { day: { name: "d", members: [ann] } },
    run: (client) =>
      modifyBySpread(client, (spec) => ({
        ...spec,
        day: undefined,
        night: { ...(spec["day"] as Item), name: "n" },
      })),
    want: "refused",
  },
  {
    title: "modify(): nor if it goes along in a clone",
    before: { day: { name: "d", members: [ann] } },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { night: spec["day"], day: undefined })),
    want: "refused",
  },
  {
    title: "modify(): a new user beside others is sent",
    before: { owner: ann },
    run: (client) => modifyBySpread(client, (spec) => ({ ...spec, backup: { login: "bob", password: "b" } })),
    want: { owner: ann, backup: { login: "bob", password: "b" } },
  },
  {
    title: "an older modify(): a clone of a rule keeps its code if a quarter of it is as it was",
    client: "older",
    before: { rules: [rule] },
    run: (client) =>
      modifyByClone(client, ({ rules }) =>
        Object.assign((rules as Item[])[0] as Item, { port: 443, target: "u", note: "" }),
      ),
    want: { rules: [{ port: 443, action: "allow", target: "u", code: "c" }] },
  },
  {
    title:
      "an older modify(): a clone of a rule that has less in common with the old one does not lose a code",
    client: "older",
    before: { rules: [{ ...rule, group_by_name: { a: { size: 1, name: "g" } } }] },
    run: (client) =>
      modifyByClone(client, ({ rules }) =>
        Object.assign((rules as Item[])[0] as Item, {
          port: 443,
          action: "deny",
          target: "u",
          note: "",
          groupByName: { a: { size: 2, name: "g" } },
        }),
      ),
    want: "refused",
  },
  {
    title: "an older modify(): so does a spread one",
    client: "older",
    before: { rules: [rule] },
    run: (client) =>
      modifyBySpread(client, (spec) => ({
        ...spec,
        rules: (spec["rules"] as Item[]).map((one) => ({ ...one, port: 443, target: "u", note: "" })),
      })),
    want: { rules: [{ port: 443, action: "allow", target: "u", code: "c" }] },
  },
  {
    title: "modify(): a clone from which an element was taken is sent, though the others have other values",
    before: { parts: [{ size: 1, note: "n", color: "red" }, { size: 2 }, { note: "o", wood: "w" }] },
    run: (client) => modifyByClone(client, ({ parts }) => parts.shift()),
    want: { parts: [{ size: 2 }, { note: "o", wood: "w" }] },
  },
  {
    title: "modify(): a mapped element that was written from nothing must have what the old one had",
    before: { rules: [rule] },
    run: (client) =>
      modifyBySpread(client, (spec) => ({
        ...spec,
        rules: (spec["rules"] as Item[]).map(({ port, action }) => ({ port, action: `${String(action)}ed` })),
      })),
    want: "refused",
  },
  {
    title: "modify(): a user that moves to another's place in a clone does not get the password there",
    before: { owner: ann, backup: { login: "bob", password: "b" } },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { owner: spec["backup"], backup: undefined })),
    want: "refused",
  },
  {
    title: "modify(): users that change places in a clone do not change their passwords",
    before: { owner: ann, backup: { login: "bob", password: "b" } },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { owner: spec["backup"], backup: spec.owner })),
    want: "refused",
  },
  {
    title:
      "an older modify(): a part that may have moved to another's place in a clone does not get its colour",
    client: "older",
    before: { main: { size: 1, note: "n", color: "red" }, spare: { size: 2, note: "m" } },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { main: spec["spare"], spare: undefined })),
    want: "refused",
  },
  {
    title: "an older modify(): nor if it shows nothing, as a part that was emptied",
    client: "older",
    before: { main: { size: 1, color: "red" }, spare: {} },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { main: spec["spare"], spare: undefined })),
    want: "refused",
  },
  {
    title:
      "an older modify(): a part that is written from nothing while another one goes does not lose its colour",
    client: "older",
    before: { main: { size: 1, note: "n", color: "red" }, spare: { size: 2, note: "m" } },
    run: (client) =>
      modifyBySpread(client, (spec) => ({
        ...spec,
        main: { size: 2, note: "m", kind: undefined },
        spare: undefined,
      })),
    want: "refused",
  },
  {
    title: "an older modify(): a part of which all is known may move in a clone",
    client: "older",
    before: { main: { size: 1, note: "n" }, spare: { size: 2, note: "m" } },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign(spec, { main: spec["spare"], spare: undefined })),
    want: { main: { size: 2, note: "m" } },
  },
  {
    title: "modify(): a user that is edited in a clone while another one goes does not get its password",
    before: { owner: ann, backup: { login: "bob", password: "b" }, cpu: 1 },
    run: (client) =>
      modifyByClone(client, (spec) =>
        Object.assign(spec, {
          backup: undefined,
          owner: Object.assign(spec.owner as Item, { login: "eve" }),
        }),
      ),
    want: "refused",
  },
  {
    title: "modify(): a user that is edited in its place while another one goes keeps its password",
    before: { owner: ann, backup: { login: "bob", password: "b" }, cpu: 1 },
    run: (client) =>
      modify(client, (spec) =>
        Object.assign(spec, {
          backup: undefined,
          owner: Object.assign(spec.owner as Item, { login: "eve" }),
        }),
      ),
    want: { owner: { login: "eve", password: "a" }, cpu: 1 },
  },
  {
    title: "an older modify(): a clone of a gate that shows nothing any more keeps its code",
    client: "older",
    before: { gates: [{ port: 80, code: "c" }] },
    run: (client) =>
      modifyByClone(client, (spec) => Object.assign((spec["gates"] as Item[])[0] as Item, { port: 0 })),
    want: { gates: [{ code: "c" }] },
  },
  {
    title: "an older modify(): a copy of a rule that shows nothing keeps its code",
    client: "older",
    before: { rules: [{ code: "c" }] },
    run: (client) =>
      modifyBySpread(client, (spec) => ({
        ...spec,
        rules: (spec["rules"] as Item[]).map((one) => ({ ...one, port: 443 })),
      })),
    want: { rules: [{ port: 443, code: "c" }] },
  },
];
