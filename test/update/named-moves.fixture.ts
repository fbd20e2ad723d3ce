import { modify, type Item, type NamedProgram } from "./named-program.fixture.js";

/** Structures that was at another place before, and values that take the place of others outside of lists. */
export const moves: readonly NamedProgram[] = [
  {
    title: "modify(): a user that takes another's place does not get its password",
    before: { owner: { login: "ann", password: "a" }, backup: { login: "bob", password: "b" } },
    run: (client) =>
      modify(client, (spec) => Object.assign(spec, { owner: spec["backup"], backup: undefined })),
    want: "refused",
  },
  {
    title: "modify(): users do not change places without their passwords",
    before: { owner: { login: "ann", password: "a" }, backup: { login: "bob", password: "b" } },
    run: (client) =>
      modify(client, (spec) => Object.assign(spec, { owner: spec["backup"], backup: spec.owner })),
    want: "refused",
  },
  {
    title: "modify(): a user does not move to a free place without its password",
    before: { owner: { login: "ann", password: "a" } },
    run: (client) => modify(client, (spec) => Object.assign(spec, { backup: spec.owner, owner: undefined })),
    want: "refused",
  },
  {
    title: "modify(): a user moves with a password that is set",
    before: { owner: { login: "ann", password: "a" } },
    run: (client) =>
      modify(client, (spec) => {
        Object.assign(spec, {
          backup: Object.assign(spec.owner as Item, { password: "new" }),
          owner: undefined,
        });
      }),
    want: { backup: { login: "ann", password: "new" } },
  },
  {
    title: "modify(): a copy of a user has no password, and takes none away",
    before: { owner: { login: "ann", password: "a" } },
    run: (client) => modify(client, (spec) => Object.assign(spec, { backup: spec.owner })),
    want: { owner: { login: "ann", password: "a" }, backup: { login: "ann" } },
  },
  {
    title: "modify(): a user of a list does not get the password of the one at another place",
    before: { owner: { login: "ann", password: "a" }, users: [{ login: "bob", password: "b" }] },
    run: (client) => modify(client, (spec) => (spec.owner = spec.users[0])),
    want: "refused",
  },
  {
    title: "modify(): a visit does not become another member of its oneof without its pass",
    before: { planned: { note: "n", pass: "p" } },
    run: (client) =>
      modify(client, (spec) => {
        const visit = spec["visit"] as { value: Item };
        spec["visit"] = { $case: "done", value: visit.value };
      }),
    want: "refused",
  },
  {
    title: "an older modify(): parts that change places bring their own, known or not",
    client: "older",
    before: { main: { size: 1, color: "red" }, spare: { note: "n" } },
    run: (client) =>
      modify(client, (spec) => Object.assign(spec, { main: spec["spare"], spare: spec["main"] })),
    want: { main: { note: "n" }, spare: { size: 1, color: "red" } },
  },
  {
    title: "an older modify(): a part that takes another's place in parts alike is sent whole",
    client: "older",
    before: { main: { size: 1, note: "n" }, spare: { size: 1, note: "m", color: "red" } },
    run: (client) => modify(client, (spec) => Object.assign(spec, { main: spec["spare"], spare: undefined })),
    want: { main: { size: 1, note: "m", color: "red" } },
  },
  {
    title: "an older modify(): a new part at a place keeps what the client does not know",
    client: "older",
    before: { main: { size: 1, note: "n", color: "red" } },
    run: (client) => modify(client, (spec) => (spec["main"] = { size: 2, note: "" })),
    want: { main: { size: 2, color: "red" } },
  },
  {
    title: "modify(): a seat does not take the number of another one",
    before: { seats: { a: { number: "1", guest: "ann" }, b: { guest: "bob" } } },
    run: (client) =>
      modify(client, (spec) => {
        const seats = spec["seats"] as Record<string, Item>;
        seats["a"] = seats["b"] as Item;
        delete seats["b"];
      }),
    want: "refused",
  },
  {
    title: "modify(): a guest changes, and the seat keeps its number",
    before: { seats: { a: { number: "1", guest: "ann" } } },
    run: (client) =>
      modify(client, (spec) => {
        (spec["seats"] as Record<string, Item>)["a"] = { number: "", guest: "bob" };
      }),
    want: { seats: { a: { number: "1", guest: "bob" } } },
  },
];
