import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { expect } from "vitest";
import { parse, stringify } from "yaml";
import { seeded } from "../dynamic-client/random-request.fixture.js";
import type { Ended } from "./test-host.fixture.js";
import type { Vault } from "./vault.fixture.js";

/** A source of random numbers from 0 up to 1. */
export type Random = () => number;

/** A random ring: secrets, fields of the server and unknown fields at every depth. */
export function randomRing(random: Random): JsonObject {
  let count = 0;
  const text = (): string => `t${count++}`;
  const some = (chance: number, fields: () => JsonObject): JsonObject => (random() < chance ? fields() : {});
  const list = <T>(most: number, one: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, one);
  const seal = (): JsonObject => ({
    ...some(0.6, () => ({ note: text() })),
    ...some(0.6, () => ({ wax: Buffer.from(text()).toString("base64") })),
    ...some(0.4, () => ({ state: text() })),
    ...some(0.4, () => ({ later: text() })),
  });
  const key = (): JsonObject => ({
    ...some(0.8, () => ({ name: random() < 0.2 ? "same" : text() })),
    ...some(0.6, () => ({ value: text() })),
    ...some(0.4, () => ({ state: text() })),
    ...some(0.5, () => ({ weight: 1 + count++ })),
    ...some(0.4, () => ({ seal: seal() })),
    ...some(0.5, () => (random() < 0.5 ? { door: text() } : { chest: text() })),
    ...some(0.3, () => ({ later: text() })),
  });
  const group = (depth: number): JsonObject => ({
    ...some(0.8, () => ({ title: text() })),
    ...some(0.8, () => ({ keys: list(3, key) })),
    ...some(0.4, () => ({ lead: key() })),
    ...(depth < 2 ? some(0.5, () => ({ groups: list(2, () => group(depth + 1)) })) : {}),
    ...some(0.3, () => ({ later: text() })),
  });
  return {
    metadata: { name: "ring", ...some(0.3, () => ({ later: text() })) },
    spec: {
      ...some(0.7, () => ({ note: text() })),
      ...some(0.8, () => ({ keys: list(4, key) })),
      ...some(0.5, () => ({ byName: { a: key(), "b-c": key() } })),
      ...some(0.5, () => ({ main: key() })),
      ...some(0.8, () => ({ groups: list(3, () => group(0)) })),
      ...some(0.4, () => (random() < 0.5 ? { password: text() } : { stamp: key() })),
      ...some(0.4, () => ({ codes: [text(), text()] })),
      ...some(0.4, () => ({ tags: [text(), text()] })),
      ...some(0.5, () => ({ logins: list(2, () => ({ name: text(), password: text() })) })),
      ...some(0.3, () => ({ later: text() })),
    },
    ...some(0.6, () => ({ status: { state: text() } })),
  };
}

/** How a document is changed. */
export interface EditStyle {
  /** Whether a deleted line clears a field, as in an editor. In a file, `null` does. */
  readonly isWhole: boolean;
  /** Whether elements of lists are moved, also to other lists. */
  readonly hasMoves: boolean;
  /** Whether the document is exported and applied. */
  readonly isApplied?: true;
}

/** The ways to change a resource through its shown form. */
export const editStyles: Readonly<Record<string, EditStyle>> = {
  "an edit": { isWhole: true, hasMoves: false },
  "an edit that moves elements": { isWhole: true, hasMoves: true },
  "a put-back": { isWhole: false, hasMoves: false },
  "a put-back that moves elements": { isWhole: false, hasMoves: true },
  "an apply": { isWhole: false, hasMoves: false, isApplied: true },
  "an apply that moves elements": { isWhole: false, hasMoves: true, isApplied: true },
};

/** Changes random rings, and expects that the server then has the changes and everything else as it was. */
export async function editRandomRings(
  vault: Vault,
  style: EditStyle,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<{ readonly done: number; readonly refused: number }> {
  let refused = 0;
  for (let run = 0; run < count; run++) {
    const seed = (first + run) * 104_729;
    const random = seeded(seed);
    const id = await vault.place(randomRing(random));
    const before = await vault.stored(id);
    const model = structuredClone(before);
    const { code, said } = await send(vault, id, style, (document) =>
      new RandomEdit(random, style).run(document, model),
    );
    const after = await vault.stored(id);
    expect(comparable(after), `seed ${seed}: ${said}`).toEqual(comparable(code === 0 ? model : before));
    if (code !== 0) refused += 1;
  }
  return { done: count - refused, refused };
}

/** Sends a changed document, in an editor or in a file. */
async function send(
  { acme }: Vault,
  id: string,
  { isWhole, isApplied }: EditStyle,
  change: (document: JsonObject) => void,
): Promise<Ended> {
  const changed = (text: string): string => {
    const document = parse(text) as JsonObject;
    change(document);
    return stringify(document);
  };
  const terminals = { in: true, out: true, err: true };
  if (isWhole) {
    const edit = async (text: string) => ({ text: changed(text), file: "ring.yaml" });
    return acme(`vault ring edit ${id} --yes`, { terminals, edit });
  }
  if (isApplied) {
    const { out } = await acme(`vault ring export ${id}`);
    const same = await acme("apply -f -", { stdin: out });
    expect(same.screen).toContain("1 unchanged");
    const stdin = changed(out);
    const ended = await acme("apply -f - --yes", { stdin });
    const again = ended.code === 0 ? await acme("apply -f -", { stdin }) : ended;
    expect(ended.code === 0 ? again.screen : "1 unchanged").toContain("1 unchanged");
    return ended;
  }
  const { out } = await acme(`vault ring get ${id} -o yaml`);
  return acme("vault ring update -f - --yes", { terminals, stdin: changed(out) });
}

const visible = ["name", "note", "title"];

/** Changes a document and the model of the resource in the same places, and leaves all else alone. */
export class RandomEdit {
  readonly #random: Random;
  readonly #style: EditStyle;
  readonly #lists: { readonly document: JsonValue[]; readonly model: JsonValue[] }[] = [];
  #count = 0;

  constructor(random: Random, style: EditStyle) {
    this.#random = random;
    this.#style = style;
  }

  run(document: JsonObject, model: JsonObject): void {
    this.#message(document["spec"] as JsonObject, model["spec"] as JsonObject, false);
    if (!this.#style.hasMoves || this.#lists.length < 2) return;
    const [from, to] = [this.#pick(this.#lists), this.#pick(this.#lists)];
    if (!from || !to || from === to || from.model.length === 0) return;
    const index = Math.floor(this.#random() * from.model.length);
    to.document.push(...from.document.splice(index, 1));
    to.model.push(...from.model.splice(index, 1));
  }

  #message(document: JsonObject, model: JsonObject, isInList: boolean): void {
    for (const [name, value] of Object.entries(model)) {
      const shown = document[name];
      if (shown === undefined || shown === null) continue;
      if (visible.includes(name)) this.#text(document, model, name, isInList);
      else if (name === "door" || name === "chest") this.#member(document, model, name);
      else if (name === "keys" || name === "groups")
        this.#list(shown as JsonValue[], value as JsonValue[], name);
      else if (name === "logins") this.#logins(shown as JsonObject[], value as JsonObject[]);
      else if (name === "value" && this.#chance(0.05)) document[name] = model[name] = this.#newText();
      else if (["main", "lead", "seal", "stamp"].includes(name)) {
        if (this.#chance(0.05)) this.#clear(document, model, name, isInList);
        else this.#message(shown as JsonObject, value as JsonObject, isInList);
      } else if (name === "byName")
        for (const key of Object.keys(shown)) {
          const [one, other] = [(shown as JsonObject)[key], (value as JsonObject)[key]] as JsonObject[];
          if (this.#chance(0.1)) this.#clear(shown as JsonObject, value as JsonObject, key, isInList);
          else if (one && other) this.#message(one, other, isInList);
        }
    }
  }

  /** Changes a member of a oneof, or sets the other one instead. */
  #member(document: JsonObject, model: JsonObject, name: "door" | "chest"): void {
    if (!this.#chance(0.2)) return;
    const set = this.#chance(0.5) ? name : name === "door" ? "chest" : "door";
    for (const one of [document, model]) delete one[name];
    document[set] = model[set] = this.#newText();
  }

  #text(document: JsonObject, model: JsonObject, name: string, isInList: boolean): void {
    if (this.#chance(0.15)) document[name] = model[name] = this.#newText();
    else if (this.#chance(0.05)) this.#clear(document, model, name, isInList);
  }

  #clear(document: JsonObject, model: JsonObject, name: string, isInList: boolean): void {
    delete model[name];
    if (this.#style.isWhole || isInList) delete document[name];
    else document[name] = null;
  }

  #list(document: JsonValue[], model: JsonValue[], name: string): void {
    for (const [at, one] of model.entries())
      this.#message(document[at] as JsonObject, one as JsonObject, true);
    if (name === "keys") this.#lists.push({ document, model });
    if (this.#style.hasMoves && this.#chance(0.3)) {
      const order = model.map((_, at) => ({ at, key: this.#random() })).toSorted((a, b) => a.key - b.key);
      for (const list of [document, model]) {
        const old = [...list];
        for (const [to, { at }] of order.entries()) list[to] = old[at] as JsonValue;
      }
    }
    if (this.#style.hasMoves && this.#chance(0.2) && model.length > 0) {
      const index = Math.floor(this.#random() * model.length);
      document.splice(index, 1);
      model.splice(index, 1);
    }
    if (this.#chance(0.2)) {
      const index = this.#style.hasMoves ? Math.floor(this.#random() * (model.length + 1)) : model.length;
      const fresh =
        name === "keys" ? { name: this.#newText(), value: this.#newText() } : { title: this.#newText() };
      document.splice(index, 0, { ...fresh });
      model.splice(index, 0, { ...fresh });
    }
  }

  /** No response shows their passwords, so the client refuses to move them. */
  #logins(document: JsonObject[], model: JsonObject[]): void {
    for (const [at, one] of model.entries())
      if (this.#chance(0.1)) document[at]!["name"] = one["name"] = this.#newText();
    if (this.#chance(0.1)) {
      const fresh = { name: this.#newText(), password: this.#newText() };
      document.push({ ...fresh });
      model.push({ ...fresh });
    }
  }

  #newText(): string {
    return `new${this.#count++}`;
  }

  #chance(chance: number): boolean {
    return this.#random() < chance;
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }
}

/** Returns a ring without empty lists and maps, and without the server's own values in lists, which stay at their index. */
export function comparable(json: JsonValue, isInList = false): JsonValue {
  if (Array.isArray(json)) return json.map((one) => comparable(one, true));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, one]) => {
      if (isInList && name === "state") return [];
      const inner = comparable(one, isInList);
      const isEmpty = typeof inner === "object" && inner !== null && Object.keys(inner).length === 0;
      // In a list, a message with nothing but values of the server is shown as an empty one, and stays or goes with them.
      return isEmpty && (isInList || Array.isArray(inner) || name === "byName") ? [] : [[name, inner]];
    }),
  );
}
