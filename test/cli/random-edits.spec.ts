import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { seeded } from "../dynamic-client/random-request.fixture.js";
import { runs } from "../runs.js";
import { comparable, type EditStyle, RandomEdit, randomRing } from "./random-edits.fixture.js";
import { openVault, type Vault } from "./vault.fixture.js";

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

/** Sends a changed document, in an editor or in a file. */
async function send(id: string, isWhole: boolean, change: (document: JsonObject) => void) {
  const changed = (text: string): string => {
    const document = parse(text) as JsonObject;
    change(document);
    return stringify(document);
  };
  const terminals = { in: true, out: true, err: true };
  if (isWhole) {
    const edit = async (text: string) => ({ text: changed(text), file: "ring.yaml" });
    return vault.acme(`vault ring edit ${id} --yes`, { terminals, edit });
  }
  const { out } = await vault.acme(`vault ring get ${id} -o yaml`);
  return vault.acme("vault ring update -f - --yes", { terminals, stdin: changed(out) });
}

it.each<[string, EditStyle]>([
  ["an edit", { isWhole: true, hasMoves: false }],
  ["an edit that moves elements", { isWhole: true, hasMoves: true }],
  ["a put-back", { isWhole: false, hasMoves: false }],
  ["a put-back that moves elements", { isWhole: false, hasMoves: true }],
])("%s loses no value that was not touched", async (name, style) => {
  const count = runs(60);
  let [done, refused] = [0, 0];
  for (let run = 0; run < count; run++) {
    const seed = run * 104_729 + name.length;
    const random = seeded(seed);
    const ring = randomRing(random);
    const id = await vault.place(ring);
    const before = await vault.stored(id);
    const model = structuredClone(before);
    const { code, said } = await send(id, style.isWhole, (document) =>
      new RandomEdit(random, style).run(document, model),
    );
    const after = await vault.stored(id);
    // Where values that nobody sees could get lost, the client refuses the change.
    const want = code === 0 ? model : before;
    expect(comparable(after), `seed ${seed}: ${said}`).toEqual(comparable(want));
    if (code === 0) done += 1;
    else refused += 1;
    if (code !== 0 && process.env["SHOW_REFUSALS"]) console.log(seed, said);
  }
  expect(refused, `${refused} of ${count} were refused`).toBeLessThan(done);
});
