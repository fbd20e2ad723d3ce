import { explicit, modify, update, type Item, type NamedProgram } from "./named-program.fixture.js";

const ann = { login: "ann", password: "a" };
const bob = { login: "bob", password: "b" };
/** Values that no Get shows. */
export const hiddenValues: readonly NamedProgram[] = [
  {
    title: "update() of what get() gave keeps a password",
    before: { owner: ann },
    run: (client) => update(client, (spec) => (spec.cpu = 8)),
    want: { cpu: 8, owner: ann },
  },
  {
    title: "update() keeps a password that stands alone in its message",
    before: { secret: { token: "t" }, cpu: 1 },
    run: (client) => update(client, (spec) => (spec.cpu = 8)),
    want: { cpu: 8, secret: { token: "t" } },
  },
  {
    title: "update() that leaves out a message of hidden values alone keeps it",
    before: { secret: { token: "t" }, cpu: 1 },
    run: (client) => update(client, (spec) => (spec.secret = undefined)),
    want: { cpu: 1, secret: { token: "t" } },
  },
  {
    title: "update() keeps the passwords under the keys of a map, another key's value beside",
    before: { by_name: { a: ann, b: bob } },
    run: (client) =>
      update(client, (spec) => {
        Object.assign(spec.byName["a"] as object, { password: "new" });
        Object.assign(spec.byName["b"] as object, { login: "bobby" });
      }),
    want: { by_name: { a: { login: "ann", password: "new" }, b: { login: "bobby", password: "b" } } },
  },
  {
    title: "update() of a list whose elements hide something is refused",
    before: { users: [ann, bob] },
    run: (client) => update(client, (spec) => (spec.cpu = 8)),
    want: "refused",
  },
  {
    title: "update() of a list whose elements hold a message of hidden values alone is refused",
    before: { secrets: [{ token: "t" }] },
    run: (client) => update(client, (spec) => (spec.cpu = 8)),
    want: "refused",
  },
  {
    title: "update() keeps what a member of a oneof hides",
    before: { key: { name: "k", pem: "p" } },
    run: (client) => update(client, (spec) => (spec.cpu = 8)),
    want: { cpu: 8, key: { name: "k", pem: "p" } },
  },
  {
    title: "modify() keeps the passwords of a list that grows",
    before: { users: [ann, bob] },
    run: (client) => modify(client, (spec) => spec.users.push({ login: "cid", password: "c" })),
    want: { users: [ann, bob, { login: "cid", password: "c" }] },
  },
  {
    title: "modify() keeps the passwords of a list that is cut at its end",
    before: { users: [ann, bob] },
    run: (client) => modify(client, (spec) => spec.users.pop()),
    want: { users: [ann] },
  },
  {
    title: "modify() does not give a password another owner",
    before: { users: [ann, bob] },
    run: (client) => modify(client, (spec) => spec.users.shift()),
    want: "refused",
  },
  {
    title: "modify() does not give a password to a new user at an old one's place",
    before: { users: [ann] },
    run: (client) => modify(client, (spec) => (spec.users[0] = { login: "cid" })),
    want: "refused",
  },
  {
    title: "modify() moves users whose passwords it carries",
    before: { users: [ann, bob] },
    run: (client) => modify(client, (spec) => (spec.users = [{ ...spec.users[1], password: "b" }])),
    want: { users: [bob] },
  },
  {
    title: "modify() does not give a password another key",
    before: { by_name: { a: ann, b: bob } },
    run: (client) =>
      modify(client, ({ byName }) => {
        byName["b"] = byName["a"] as Item;
        delete byName["a"];
      }),
    want: "refused",
  },
  {
    title: "an explicit mask clears a password",
    before: { owner: ann },
    run: (client) => explicit(client, {}, "spec.owner.password"),
    want: { owner: { login: "ann" } },
  },
  {
    title: "modify() sets a password, and leaves the rest",
    before: { owner: ann, cpu: 1 },
    run: (client) => modify(client, (spec) => Object.assign(spec.owner as object, { password: "new" })),
    want: { cpu: 1, owner: { login: "ann", password: "new" } },
  },
];
