import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { keys, openVault, ring, type Vault } from "./vault.fixture.js";
import type { Ended, World } from "./test-host.fixture.js";

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

const terminals = { in: true, out: true, err: true };

/** A document that a person changes. */
interface Document {
  metadata: { resourceVersion?: string; id?: string };
  spec: Record<string, unknown> & { keys: Record<string, unknown>[] };
  status?: { state: string };
}

/** Edits a ring as a person does, and returns what came of it. */
async function edit(id: string, change: (document: Document) => void, world: World = {}): Promise<Ended> {
  return vault.acme(`vault ring edit ${id}`, {
    terminals,
    answers: ["y"],
    edit: async (text) => {
      const document = parse(text) as Document;
      change(document);
      return { text: stringify(document), file: "ring.yaml" };
    },
    ...world,
  });
}

/** Reads a ring, changes it, and puts it back. */
async function putBack(
  id: string,
  change: (document: Document) => void,
  {
    flags = "",
    answers = ["y"],
    name = "",
  }: { flags?: string; answers?: readonly string[]; name?: string } = {},
): Promise<Ended> {
  const { out, code } = await vault.acme(`vault ring get ${id} -o yaml`);
  expect(code).toBe(0);
  const document = parse(out) as Document;
  change(document);
  return vault.acme(`vault ring update ${name} -f - ${flags}`, {
    stdin: stringify(document),
    terminals,
    answers,
  });
}

/** Returns the keys on the server. Its own values stay at their index in a list (conventions, section 4.7). */
const storedKeys = async (id: string): Promise<unknown> => {
  const { spec } = (await vault.stored(id)) as { readonly spec: JsonObject };
  return withoutState(spec["keys"] as JsonObject[]);
};
const withoutState = (all: readonly object[]): readonly object[] =>
  all.map((one) => ({ ...one, state: undefined }));

describe("a value that is not shown", () => {
  it("is a marker with its number, and an element that omits something else has one too", async () => {
    const id = await vault.place(ring);
    const { out } = await vault.acme(`vault ring get ${id} -o json`);
    expect(JSON.parse(out).spec).toEqual({
      note: "n",
      keys: [
        { name: "k1", value: "[hidden 1]", state: "OLD", $omitted: 1 },
        { name: "k2", value: "[hidden 2]", seal: { note: "n", wax: "[hidden 3]" } },
        { name: "k3", weight: 3 },
      ],
      byName: { a: { name: "a", value: "[hidden 4]" } },
      password: "[hidden 5]",
      codes: "[hidden 6]",
    });
    expect(out).not.toMatch(/SECRET|PASS|C1|d2F4/);
  });

  it.each<[string, (keys: Record<string, unknown>[]) => unknown, unknown]>([
    [
      "its element is changed",
      (all) => (all[0]!["name"] = "renamed"),
      [{ ...keys[0], name: "renamed" }, keys[1], keys[2]],
    ],
    ["elements are moved", (all) => all.splice(0, 3, ...all.toReversed()), keys.toReversed()],
    ["an element is added before it", (all) => all.unshift({ name: "new" }), [{ name: "new" }, ...keys]],
    ["another element is removed", (all) => all.splice(1, 1), [keys[0], keys[2]]],
    [
      "another value in its element is cleared",
      (all) => delete all[1]!["seal"],
      [keys[0], { name: "k2", value: "SECRET2" }, keys[2]],
    ],
    ["it is replaced", (all) => (all[1]!["value"] = "new"), [keys[0], { ...keys[1], value: "new" }, keys[2]]],
  ])("is kept when %s, in an editor and in a file", async (_, change, want) => {
    for (const way of [edit, putBack]) {
      const id = await vault.place(ring);
      const ended = await way(id, ({ spec }) => void change(spec.keys));
      expect(ended.said).not.toContain("error");
      const { spec, status } = (await vault.stored(id)) as typeof ring;
      expect(withoutState(spec.keys)).toEqual(withoutState(want as object[]));
      expect({ spec: { ...spec, keys }, status }).toEqual({ spec: ring.spec, status: ring.status });
    }
  });

  it("stays with its element, and not with an element of an inner list that moves elsewhere", async () => {
    for (const way of [edit, putBack]) {
      const moved = { name: "m", value: "SECRET5", later: "k" };
      const id = await vault.place({
        ...ring,
        spec: { groups: [{ title: "a" }, { title: "b", keys: [moved], later: "g" }] },
      });
      const ended = await way(
        id,
        ({ spec }) => {
          const groups = spec["groups"] as { keys?: unknown }[];
          const [first, second] = groups;
          first!.keys = second!.keys;
          groups.splice(1, 1);
        },
        { answers: ["y"] },
      );
      expect(ended.said.match(/spec\.\S+/g)).toEqual(["spec.groups.1"]);
      expect((await vault.stored(id))["spec"]).toEqual({ groups: [{ title: "a", keys: [moved] }] });
    }
  });

  it("takes nothing along when its element moves into one that is shown whole", async () => {
    for (const way of [edit, putBack]) {
      const moved = { name: "m", value: "SECRET5", later: "k" };
      const id = await vault.place({
        ...ring,
        spec: {
          groups: [
            { title: "a", keys: [moved] },
            { title: "b", keys: [{ name: "x" }] },
          ],
        },
      });
      await way(id, ({ spec }) => {
        const [first, second] = spec["groups"] as { keys: unknown[] }[];
        second!.keys.push(first!.keys.pop());
      });
      expect((await vault.stored(id))["spec"]).toEqual({
        groups: [{ title: "a" }, { title: "b", keys: [{ name: "x" }, moved] }],
      });
    }
  });

  it("is cleared by a flag beside a document without a question, but for what the document removes", async () => {
    const id = await vault.place(ring);
    const update = (document: object, flags: string) =>
      vault.acme(`vault ring update ${id} -f - ${flags}`, { stdin: JSON.stringify(document) });
    const ended = await update({ spec: { note: "mine" } }, "--clear spec.password");
    expect(ended).toMatchObject({ code: 0, said: "" });
    const { spec } = (await vault.stored(id)) as typeof ring;
    expect(spec).toMatchObject({ note: "mine" });
    expect(spec.password ?? "").toBe("");
    const both = await update({ spec: { codes: null } }, "--clear spec.by-name");
    expect(both).toMatchObject({ code: 2, said: expect.stringContaining("removes spec.codes (a secret") });
    expect(both.said).not.toContain("by_name");
  });

  it("is removed with its element, or when its marker is deleted in an editor, after a question that names it", async () => {
    const id = await vault.place(ring);
    const refused = await edit(id, ({ spec }) => void spec.keys.shift(), { answers: ["n"] });
    expect(refused.said).toContain("spec.keys.0");
    expect(refused.said).not.toContain("SECRET");
    expect(refused.code).toBe(2);
    expect(await storedKeys(id)).toEqual(withoutState(keys));
    const done = await edit(id, ({ spec }) => delete spec["password"]);
    expect(done.said).toContain("spec.password");
    expect((await vault.stored(id))["spec"]).not.toHaveProperty("password");
    const file = await putBack(id, ({ spec }) => void spec.keys.shift(), { flags: "--yes", answers: [] });
    expect(file.code).toBe(0);
    expect(await storedKeys(id)).toEqual(withoutState(keys.slice(1)));
  });

  it.each<[string, (document: Document) => void, string]>([
    ["twice", ({ spec }) => void spec.keys.push({ ...spec.keys[1] }), "occurs twice"],
    [
      "that nothing has",
      ({ spec }) => (spec.keys[1]!["value"] = "[hidden 77]"),
      "[hidden 77] stands for no value",
    ],
    [
      "of another field",
      ({ spec }) => ((spec.keys[2]!["seal"] = { wax: "[hidden 1]" }), delete spec.keys[0]!["value"]),
      "cannot be the value of another field",
    ],
    ["twice in elements", ({ spec }) => (spec.keys[2]!["$omitted"] = 1), "$omitted: 1 occurs twice"],
  ])("cannot be put back by a marker %s", async (_, change, want) => {
    for (const way of [edit, putBack]) {
      const id = await vault.place(ring);
      const ended = await way(id, change);
      expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(want) });
      expect(await storedKeys(id)).toEqual(withoutState(keys));
    }
  });

  it("is not lost to a list that was written by hand, unless --replace says so", async () => {
    const id = await vault.place(ring);
    const stdin = JSON.stringify({ spec: { keys: [{ name: "mine", weight: 7 }] } });
    for (const line of [
      `vault ring update ${id} -f -`,
      `vault ring update ${id} --spec.keys [{"name":"mine"}]`,
    ]) {
      const ended = await vault.acme(line, { stdin, terminals });
      expect(ended).toMatchObject({ code: 2, said: expect.stringContaining("spec.keys replaces elements") });
      expect(ended.said).toContain("--replace");
    }
    expect(await storedKeys(id)).toEqual(withoutState(keys));
    const replaced = await vault.acme(`vault ring update ${id} -f - --replace`, {
      stdin,
      terminals,
      answers: ["y"],
    });
    expect(replaced.said).toContain("spec.password");
    expect(replaced.said).not.toContain("error");
    expect((await vault.stored(id))["spec"]).toEqual({ keys: [{ name: "mine", weight: 7, state: "OLD" }] });
  });

  it("is refused where a resource is created", async () => {
    for (const spec of [
      { password: "[hidden 1]" },
      { keys: [{ value: "[hidden 1]" }] },
      { keys: [{ $omitted: 1 }] },
    ]) {
      const ended = await vault.acme("vault ring create -f -", { stdin: JSON.stringify({ spec }) });
      expect(ended).toMatchObject({ code: 2, out: "" });
      expect(ended.said).toMatch(/placeholder|\$omitted stands for values/);
    }
  });
});

describe("a resource that was read, changed and put back", () => {
  it("is found by the id in the file, and unchanged values of the server are ignored", async () => {
    const id = await vault.place(ring);
    const ended = await putBack(id, ({ spec }) => (spec["note"] = "changed"));
    expect(ended.said).not.toContain("error");
    expect(await vault.stored(id)).toMatchObject({
      spec: { ...ring.spec, note: "changed" },
      status: ring.status,
    });
    const same = await putBack(id, () => undefined);
    expect(same.code).toBe(0);
  });

  it("is not written over a newer version, and the command exits with 5", async () => {
    const id = await vault.place(ring);
    const ended = await putBack(id, ({ metadata, spec }) => {
      metadata.resourceVersion = "1";
      spec["note"] = "changed";
    });
    expect(ended).toMatchObject({
      code: 5,
      said: expect.stringMatching(/metadata\.resource_version is 1 in standard input, and \d+ on the server/),
    });
  });

  it("may not change what only the server writes", async () => {
    const id = await vault.place(ring);
    for (const [place, change] of [
      ["status.state", ({ status }: Document) => (status!.state = "SHUT")],
      ["spec.keys.0.state", ({ spec }: Document) => (spec.keys[0]!["state"] = "NEW")],
    ] as const) {
      const ended = await putBack(id, change);
      expect(ended).toMatchObject({
        code: 2,
        said: expect.stringContaining(`${place} is written by the server`),
      });
    }
  });

  it("is not put back into another resource", async () => {
    const [id, other] = [await vault.place(ring), await vault.place(ring)];
    const ended = await putBack(id, () => undefined, { name: other });
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining("names two resources") });
  });
});

describe("a secret in an argument", () => {
  it.each([
    ["a map entry", ["--by-name", 'a={"value":"hunter2"}']],
    ["a whole map", ["--by-name", '{"a":{"value":"hunter2"}}']],
    ["a map inside a message", ["--spec", '{"byName":{"a":{"value":"hunter2"}}}']],
    ["a message in a map entry", ["--by-name.a", '{"seal":{"wax":"hunter2="}}']],
    ["a message in a list element", ["--groups", '[{"keys":[{"value":"hunter2"}]}]']],
    ["one of a list of secrets", ["--codes.0", "hunter2"]],
  ])("is refused as %s, and not printed", async (_, flags) => {
    const { code, screen } = await vault.acme(["vault", "ring", "create", ...flags, "--dry-run"]);
    expect({ code, screen }).toEqual({ code: 2, screen: expect.stringContaining("can see arguments") });
    expect(screen).not.toContain("hunter2");
  });
});
