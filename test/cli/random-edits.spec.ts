import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { seeded } from "../dynamic-client/random-request.fixture.js";
import { runs } from "../runs.js";
import { editRandomRings, editStyles, randomRing } from "./random-edits.fixture.js";
import type { Ended, World } from "./test-host.fixture.js";
import { keys, openVault, ring, type Vault } from "./vault.fixture.js";

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

it.each(Object.entries(editStyles))("%s loses no value that was not touched", async (name, style) => {
  const { done, refused } = await editRandomRings(vault, style, {
    first: name.length,
    count: runs(style.isApplied ? 2 : 4),
  });
  // Where values that nobody sees could get lost, the client refuses the change.
  expect(refused, `${done} done`).toBeLessThan(done / 10);
});

it("sends nothing for a document written by hand that has what is there, with secrets in plain text", async () => {
  for (let seed = 1; seed <= runs(2); seed++) {
    const id = await vault.place(randomRing(seeded(seed * 7919)));
    const before = await vault.stored(id);
    const document = { $resource: "vault/ring", ...(known(before) as JsonObject) };
    const { screen } = await vault.acme("apply -f -", { stdin: stringify(document) });
    expect(screen, `seed ${seed}`).toContain("1 unchanged");
  }
});

/** Returns JSON without fields that the command line does not know, and without the server's own in lists. */
function known(json: JsonValue): JsonValue {
  if (Array.isArray(json)) return json.map(known);
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).filter(([name]) => name !== "later" && name !== "state");
  return Object.fromEntries(entries.map(([name, one]) => [name, known(one)]));
}

const terminals = { in: true, out: true, err: true };

/** A document that a person changes. */
interface Document {
  metadata: { resourceVersion?: string; id?: string };
  spec: Record<string, unknown> & { keys: Record<string, unknown>[] };
  status?: { state: string };
}

/** Returns the keys on the server, without its own values, which stay at their index in a list. */
const storedKeys = async (id: string): Promise<unknown> => {
  const { spec } = (await vault.stored(id)) as unknown as {
    readonly spec: { readonly keys: readonly object[] };
  };
  return withoutState(spec.keys);
};
const withoutState = (all: readonly object[]): readonly object[] =>
  all.map((one) => ({ ...one, state: undefined }));

describe("a resource that was exported, changed and applied", () => {
  /** Exports a ring. */
  async function exported(id: string): Promise<Document> {
    const { out, code } = await vault.acme(`vault ring export ${id}`);
    expect(code).toBe(0);
    return parse(out) as Document;
  }
  const apply = (document: unknown, flags = "--yes", world: World = {}): Promise<Ended> =>
    vault.acme(`apply -f - ${flags}`.trim(), { stdin: stringify(document), ...world });
  const updates = (): number =>
    vault.emulator.calls().filter(({ method }) => method.endsWith("/Update")).length;

  it("has markers with the digest of their list, which may move and be repeated", async () => {
    const id = await vault.place(ring);
    const document = await exported(id);
    expect(document.spec.keys).toMatchObject([
      {
        value: expect.stringMatching(/^\[hidden 1 [\da-f]{8}\]$/),
        $omitted: expect.stringMatching(/^1 [\da-f]{8}$/),
      },
      { value: expect.stringMatching(/^\[hidden 2 [\da-f]{8}\]$/) },
      { name: "k3" },
    ]);
    document.spec.keys.reverse();
    document.spec.keys.push({ name: "new", value: "SECRET9" });
    const ended = await apply(document);
    expect(ended.code, ended.screen).toBe(0);
    expect(ended.screen).not.toMatch(/SECRET|PASS/);
    expect(await storedKeys(id)).toEqual(
      withoutState([...keys.toReversed(), { name: "new", value: "SECRET9" }]),
    );
    const before = updates();
    expect((await apply(document)).screen).toContain("1 unchanged");
    expect(updates()).toBe(before);
  });

  it("is refused if a list with a marker has changed on the server, and not for other changes", async () => {
    const id = await vault.place(ring);
    const document = await exported(id);
    const hidden = { ...document.spec };
    await vault.acme(
      `vault ring update ${id} --spec.note other --spec.by-name.a.weight 7 --spec.groups.0.title g`,
    );
    document.spec["note"] = "mine";
    const ended = await apply(document);
    expect(ended.code, ended.screen).toBe(0);
    expect(await vault.stored(id)).toMatchObject({
      spec: { ...ring.spec, note: "mine", groups: [{ title: "g" }] },
    });
    await vault.acme(`vault ring update ${id} --spec.keys.1.name taken`);
    hidden.keys[0]!["name"] = "mine";
    const refused = await apply({ ...document, spec: hidden });
    expect(refused).toMatchObject({ code: 5, said: expect.stringContaining("has changed on the server") });
    expect(updates()).toBeGreaterThan(0);
  });

  it("must come from export, because the markers of get have no digests", async () => {
    const id = await vault.place(ring);
    const { out } = await vault.acme(`vault ring get ${id} -o json`);
    const document = { $resource: "vault/ring", ...(JSON.parse(out) as object) };
    expect(await apply(document)).toMatchObject({ code: 2, said: expect.stringContaining("with export") });
  });

  it("names the element that is gone with its marker, before it asks", async () => {
    const id = await vault.place(ring);
    const document = await exported(id);
    document.spec.keys.shift();
    const ended = await apply(document, "", { terminals, answers: ["n"] });
    expect(ended.screen).toContain("removes spec.keys.0");
    expect(ended).toMatchObject({ code: 2 });
    expect(await storedKeys(id)).toEqual(withoutState(keys));
  });

  it("may be written by hand, as long as it loses nothing", async () => {
    const id = await vault.place(ring);
    const byHand = {
      $resource: "vault/ring",
      metadata: { id },
      spec: { keys: [] as object[] },
    };
    byHand.spec.keys = keys.map((one) => ({ ...one, later: undefined, state: undefined }));
    const before = updates();
    expect((await apply(byHand)).screen).toContain("1 unchanged");
    byHand.spec.keys.pop();
    const refused = await apply({ ...byHand, spec: { keys: [{ name: "mine" }] } });
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("spec.keys replaces elements") });
    expect(refused.said).toContain("--replace");
    expect(updates()).toBe(before);
    expect(await storedKeys(id)).toEqual(withoutState(keys));
  });

  it("sends INPUT_ONLY values only on request, and compares the rest of their list", async () => {
    const logins = [{ name: "ann", password: "A" }];
    const id = await vault.place({ ...ring, spec: { ...ring.spec, logins } });
    const document = {
      $resource: "vault/ring",
      metadata: { id },
      spec: { logins: [{ name: "ann", password: "B" }] },
    };
    const before = updates();
    expect((await apply(document)).screen).toContain("1 unchanged");
    expect(updates()).toBe(before);
    const sent = await apply(document, "--send-secrets --yes");
    expect(sent.code, sent.screen).toBe(0);
    expect((await vault.stored(id))["spec"]).toMatchObject({ logins: [{ name: "ann", password: "B" }] });
  });
});
