import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { keys, openVault, ring, type Vault } from "./vault.fixture.js";

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

const terminals = { in: true, out: true, err: true };

/** A ring in which every place has something that no document shows. */
const full = {
  ...ring,
  spec: {
    ...ring.spec,
    logins: [
      { name: "joe", password: "pw" },
      { name: "ann", password: "pv" },
    ],
    main: { name: "m", later: "LM" },
    groups: [{ title: "g", keys: [{ name: "k", value: "SECRET3", later: "LK" }], later: "LG" }],
  },
};

/** The commands that replace a ring by a document. */
const commands = {
  update: (id: string, spec: object) => ({
    line: `vault ring update ${id} -f - --replace`,
    stdin: JSON.stringify({ spec }),
  }),
  apply: (id: string, spec: object) => ({
    line: "apply -f - --replace",
    stdin: JSON.stringify({ $resource: "vault/ring", metadata: { id, name: "ring" }, spec }),
  }),
};

const spec = async (id: string): Promise<unknown> => (await vault.stored(id))["spec"] ?? {};

const sentMask = (): string | undefined =>
  vault.emulator.calls().findLast(({ method }) => method.endsWith("/Update"))?.mask;

describe.each(["update", "apply"] as const)("a resource that is replaced by %s", (way) => {
  // `state` is OUTPUT_ONLY, so the value of the server stays at its index.
  it.each<[what: string, document: object, stored?: object]>([
    ["another element", { logins: [{ name: "x" }] }],
    ["an element that looks like the old one", { logins: [{ name: "joe" }] }],
    ["elements in another order", { logins: [{ name: "ann" }, { name: "joe" }] }],
    ["more elements than there were", { logins: ["a", "b", "c"].map((name) => ({ name })) }],
    ["an element that is new", { keys: [{ name: "a" }] }, { keys: [{ name: "a", state: "OLD" }] }],
    [
      "an element with a value of an old one",
      { keys: [{ name: "k1", weight: 7 }] },
      { keys: [{ name: "k1", weight: 7, state: "OLD" }] },
    ],
    [
      "messages in elements",
      { keys: [{ name: "k2" }, { name: "k1", seal: { note: "s" } }] },
      {
        keys: [
          { name: "k2", state: "OLD" },
          { name: "k1", seal: { note: "s" } },
        ],
      },
    ],
    ["lists in elements", { groups: [{ title: "g", keys: [{ name: "k" }] }] }],
    ["lists in other lists", { groups: [{ title: "h", groups: [{ title: "g", keys: [{ name: "k" }] }] }] }],
    ["a value of a map", { byName: { a: { name: "a" } } }],
    ["a removed value under another key", { byName: { b: { name: "a", value: "A" } } }],
    [
      "a copy of a removed message in a list",
      { keys: [{ name: "m" }] },
      { keys: [{ name: "m", state: "OLD" }] },
    ],
    [
      "a copy of a removed element, in a structure that stays",
      { main: { name: "k3", weight: 3 } },
      { main: { name: "k3", weight: 3, later: "LM" } },
    ],
    ["another member of a oneof", { stamp: { name: "m" } }],
    ["nothing", {}],
  ])("has exactly what the document has: %s", async (_, document, stored = document) => {
    const id = await vault.place(full);
    const { line, stdin } = commands[way](id, document);
    const planned = way === "update" ? await vault.acme(`${line} --dry-run`, { stdin }) : undefined;
    const done = await vault.acme(line, { stdin, terminals, answers: ["y"] });
    expect(done).toMatchObject({ code: 0, said: expect.not.stringContaining("error") });
    expect(await spec(id)).toEqual(stored);
    if (planned) expect(planned.out).toContain(`reset mask: ${sentMask()}\n`);
  });

  it("is left as it was by a script without --yes, by a dry run, and by the answer no", async () => {
    const id = await vault.place(full);
    const { line, stdin } = commands[way](id, { logins: [{ name: "ann" }] });
    const script = await vault.acme(line, { stdin });
    expect(script).toMatchObject({ code: 2, said: expect.stringContaining("add --yes") });
    const asked = await vault.acme(line, { stdin, terminals, answers: ["n"] });
    expect(asked).toMatchObject({ code: 2, said: expect.stringContaining("not confirmed") });
    const planned = await vault.acme(`${line} --dry-run`, { stdin });
    for (const { screen } of [asked, planned])
      for (const path of ["spec.logins.0 (", "spec.logins.1 (", "spec.groups.0 (", "spec.main"])
        expect(screen).toContain(path);
    expect(await vault.stored(id)).toMatchObject(full);
  });

  it("keeps a list that the document has as it is shown", async () => {
    const id = await vault.place(full);
    const { line, stdin } = commands[way](id, { logins: [{ name: "joe" }, { name: "ann" }] });
    const { screen, code } = await vault.acme(`${line} --yes`, { stdin });
    expect({ screen, code }).toEqual({ screen: expect.not.stringContaining("spec.logins"), code: 0 });
    expect(await spec(id)).toEqual({ logins: full.spec.logins });
  });
});

describe("a document that was read and is put back", () => {
  it.each(["edit", "update", "update --replace"])(
    "replaces the elements without a marker by %s",
    async (way) => {
      const id = await vault.place(full);
      const change = (text: string): string => {
        const document = parse(text) as { spec: { logins: object[]; keys: object[] } };
        document.spec.logins[1] = { name: "eve" };
        document.spec.keys[1] = { name: "new" };
        return stringify(document);
      };
      const read = await vault.acme(`vault ring get ${id} -o yaml`);
      const { said, code } = await vault.acme(
        way === "edit" ? `vault ring edit ${id}` : `vault ring ${way} -f -`,
        {
          stdin: change(read.out),
          edit: async (text) => ({ text: change(text), file: "ring.yaml" }),
          terminals,
          answers: ["y"],
        },
      );
      expect({ said, code }).toEqual({ said: expect.stringContaining("spec.logins.1"), code: 0 });
      expect(await spec(id)).toEqual({
        ...full.spec,
        logins: [{ name: "joe", password: "pw" }, { name: "eve" }],
        keys: [keys[0], { name: "new" }, keys[2]],
      });
    },
  );

  it("replaces nothing that was changed since, and exits with 5", async () => {
    const id = await vault.place(full);
    const stdin = JSON.stringify({ metadata: { resourceVersion: "1" }, spec: {} });
    const ended = await vault.acme(`vault ring update ${id} -f - --replace --yes`, { stdin });
    expect(ended.code).toBe(5);
    expect(await vault.stored(id)).toMatchObject(full);
  });
});
