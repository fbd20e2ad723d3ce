import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import type { Dice } from "../mask/dice.fixture.js";
import { generatedFrom, zeroOf } from "../mask/generated-message.fixture.js";
import { RandomTrees } from "../mask/random-tree.fixture.js";
import { hasPresence, isRequired, newTree, type Tree, type TreeValue } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { copiedList, type CopyParts, type ListEdits } from "./list-copies.fixture.js";
import type { Shape } from "./shape.fixture.js";
import { moveStructure, pickMove } from "./structure-move.fixture.js";
import { heldByKey, holdsMessages, isFirm, mapEntries } from "./draft.fixture.js";
import { readField, writeField, writeKey } from "./draft.fixture.js";

/** What changes of a draft need to know. */
export interface ChangeParts extends CopyParts {
  readonly behaviors: (field: DescField) => readonly string[];
  readonly shapes: Set<Shape>;
  /** Of a hundred fields on the way, how many change. */
  readonly percent: number;
  /** New messages leave IMMUTABLE fields out: they may meet old ones. */
  readonly leavesFixed?: boolean;
}

const serverOwned = new Set(["id", "resource_version", "parent_id"]);

/** Changes a message of generated code as an application does: by its properties, in place. */
export class DraftChanges {
  readonly #parts: ChangeParts;
  readonly #dice: Dice;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#dice = parts.dice;
  }

  /** Changes some fields of a message that stays. */
  change(desc: DescMessage, draft: Draft, depth = 0): void {
    // Switched back and forth, a oneof would hold another message where one stood, with other fixed values.
    const switched = new Set<DescOneof>();
    for (const field of desc.fields) {
      const { oneof } = field;
      if (oneof && switched.has(oneof)) continue;
      const isSet = readField(draft, field) !== undefined;
      this.#visit(field, draft, depth);
      if (oneof && !isSet && readField(draft, field) !== undefined) switched.add(oneof);
    }
    if (this.#dice.chance(8)) this.#moveStructure(desc, draft);
  }

  #visit(field: DescField, draft: Draft, depth: number): void {
    const behaviors = this.#parts.behaviors(field);
    if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("IDENTIFIER")) return;
    if (field.parent.name === "Metadata" && serverOwned.has(field.name)) return;
    const isIn = holdsMessages(field) && field.fieldKind === "message" && !field.oneof;
    if (behaviors.includes("IMMUTABLE")) {
      if (depth > 0 && this.#dice.roll(1000) < 20)
        this.#note("immutable changed", () => this.#set(draft, field));
    } else if (behaviors.includes("INPUT_ONLY")) {
      if (this.#dice.chance(12)) this.#note("hidden value set", () => this.#set(draft, field));
    } else if (this.#dice.chance(isIn ? 85 : this.#percentOf(field, readField(draft, field)))) {
      this.#changeField(draft, field, depth);
    }
  }

  #moveStructure(desc: DescMessage, draft: Draft): void {
    const move = pickMove(desc, draft, this.#dice, this.#parts.behaviors);
    if (move) this.#note("structure moved", () => moveStructure(draft, move));
  }

  /** What holds several values changes most, where it holds any. */
  #percentOf(field: DescField, value: unknown): number {
    const { percent } = this.#parts;
    if (field.fieldKind === "list") return (value as unknown[]).length > 0 ? percent * 3 : percent / 2;
    if (field.fieldKind === "map") return mapEntries(value).size > 0 ? percent * 3 : percent / 2;
    return field.oneof && value !== undefined ? percent * 2 : percent;
  }

  /** A new message, without what the server alone sets, and mostly with what it hides. */
  fresh(desc: DescMessage): Draft {
    return generatedFrom(desc, this.freshTree(desc));
  }

  /** The same by proto names. */
  freshTree(desc: DescMessage): Tree {
    this.#dice.budget = 6 + this.#dice.roll(12);
    const tree = new RandomTrees(this.#dice, (field) => this.#mayFill(field)).tree(desc, 2);
    return this.#withHidden(desc, tree);
  }

  #mayFill(field: DescField): boolean {
    const behaviors = this.#parts.behaviors(field);
    if (this.#parts.leavesFixed && behaviors.includes("IMMUTABLE")) return false;
    return !behaviors.includes("OUTPUT_ONLY");
  }

  /** New messages carry their INPUT_ONLY values, as a program that makes one does. */
  #withHidden(desc: DescMessage, tree: Tree): Tree {
    for (const field of desc.fields) {
      const value = tree[field.name];
      if (value === undefined && this.#parts.behaviors(field).includes("INPUT_ONLY") && !field.oneof) {
        if (field.message === undefined && field.fieldKind === "scalar" && this.#dice.chance(90)) {
          const set = new RandomTrees(this.#dice, (other) => other === field).tree(desc, 0)[field.name];
          if (set !== undefined) tree[field.name] = set;
        }
      }
    }
    return tree;
  }

  /** A random value of a field, by proto names; undefined now and then. */
  freshField(field: DescField): TreeValue | undefined {
    this.#dice.budget = 8;
    if (holdsMessages(field) && field.fieldKind === "message")
      return this.freshTree(field.message as DescMessage);
    const mayFill = (one: DescField): boolean =>
      one === field || isRequired(one) || (one.parent !== field.parent && this.#mayFill(one));
    return new RandomTrees(this.#dice, mayFill).tree(field.parent)[field.name];
  }

  #changeField(draft: Draft, field: DescField, depth: number): void {
    if (field.fieldKind === "list") this.#changeList(draft, field, depth);
    else if (field.fieldKind === "map") this.#changeMap(draft, field, depth);
    else if (field.oneof) this.#changeMember(draft, field, depth);
    else if (holdsMessages(field)) this.#changeStructure(draft, field, depth);
    else if (!isFirm(field, draft) && this.#dice.chance(35))
      this.#note("scalar cleared", () => this.#clear(draft, field));
    else this.#note("scalar set", () => this.#set(draft, field));
  }

  #changeStructure(draft: Draft, field: DescField, depth: number): void {
    const held = readField(draft, field) as Draft | undefined;
    const roll = this.#dice.roll(100);
    if (held === undefined) {
      if (roll < 12) this.#note("structure new", () => writeField(draft, field, this.#one(field)));
    } else if (depth > 0 && roll < 7 && !isRequired(field))
      this.#note("structure gone", () => writeField(draft, field, undefined));
    else if (depth > 0 && roll < 13)
      this.#note("structure replaced", () => writeField(draft, field, this.#replaced(field, held)));
    else this.change(field.message as DescMessage, held, depth + 1);
  }

  /** Another message at a place that stays, with what is fixed there as it was. */
  #replaced(field: DescField, held: Draft): Draft {
    const made = this.#one(field) as Draft;
    this.#keepFixed(field.message as DescMessage, made, held);
    return made;
  }

  #keepFixed(desc: DescMessage, made: Draft, held: Draft): void {
    for (const field of desc.fields) {
      const behaviors = this.#parts.behaviors(field);
      const old = readField(held, field);
      if (behaviors.includes("IMMUTABLE") || behaviors.includes("IDENTIFIER")) writeField(made, field, old);
      else if (holdsMessages(field) && field.fieldKind !== "list") {
        const [others, type] = [heldByKey(field, old), field.message as DescMessage];
        for (const [key, inside] of heldByKey(field, readField(made, field))) {
          const other = others.get(key);
          if (other !== undefined) this.#keepFixed(type, inside as Draft, other as Draft);
        }
      }
    }
  }

  #changeMember(draft: Draft, field: DescField, depth: number): void {
    const held = readField(draft, field);
    const roll = this.#dice.roll(100);
    if (held === undefined) {
      if (roll < 30) this.#note("member switched", () => this.#set(draft, field));
    } else if (roll < 25) this.#note("member cleared", () => writeField(draft, field, undefined));
    else if (holdsMessages(field))
      this.#note("member edited", () => this.change(field.message as DescMessage, held as Draft, depth + 1));
    else this.#note("member edited", () => this.#set(draft, field));
  }

  #changeList(draft: Draft, field: DescField, depth: number): void {
    const list = readField(draft, field) as unknown[];
    if (!holdsMessages(field) || list.length === 0) {
      if (list.length > 0 && this.#dice.chance(25))
        this.#note("list cleared", () => writeField(draft, field, []));
      else this.#note("element appended", () => list.push(this.#one(field)));
      return;
    }
    const at = this.#dice.roll(list.length);
    const held = list[at] as Draft;
    const roll = this.#dice.roll(100);
    const type = field.message as DescMessage;
    if (roll < 30) this.#note("element edited", () => this.change(type, held, depth + 1));
    else if (roll < 42) this.#note("element copied", () => (list[at] = this.#copied(type, held)));
    else if (roll < 50) this.#note("element replaced", () => (list[at] = this.#one(field)));
    else if (roll < 64) this.#note("element removed", () => list.splice(at, 1));
    else if (roll < 72) this.#note("element inserted", () => list.splice(at, 0, this.#one(field)));
    else if (roll < 81) this.#note("element appended", () => list.push(this.#one(field)));
    else if (roll < 86)
      this.#note("elements copied", () =>
        writeField(draft, field, copiedList(list, this.#parts, this.#listEdits(field))),
      );
    else if (roll < 93) this.#note("elements moved", () => writeField(draft, field, list.toReversed()));
    else this.#note("list cleared", () => writeField(draft, field, []));
  }

  /** `{ ...held, size: 5 }`: the same element to a reader. */
  #copied(type: DescMessage, held: Draft): Draft {
    const copy: Draft = { ...held };
    const origin = this.#parts.origins.get(held);
    if (origin !== undefined) this.#parts.origins.set(copy, origin);
    this.#setPlain(type, copy);
    return copy;
  }

  #setPlain(type: DescMessage, copy: Draft): void {
    const plain = type.fields.filter(
      (field) => field.fieldKind === "scalar" && !field.oneof && this.#parts.behaviors(field).length === 0,
    );
    if (plain.length > 0) this.#set(copy, this.#dice.pick(plain));
  }

  #listEdits(field: DescField): ListEdits {
    return {
      makeNew: () => this.#one(field),
      edit: (copy) => this.#setPlain(field.message as DescMessage, copy),
    };
  }

  #changeMap(draft: Draft, field: DescField, depth: number): void {
    const map = readField(draft, field);
    const entries = mapEntries(map);
    const roll = this.#dice.roll(100);
    if (entries.size === 0 || roll < 20) {
      const fresh = mapEntries(this.#madeField(field));
      for (const [key, value] of fresh)
        if (!entries.has(key)) this.#note("map key new", () => writeKey(map, field, key, value));
      return;
    }
    const key = this.#dice.pick([...entries.keys()]);
    const held = entries.get(key);
    if (roll < 35) this.#note("map key gone", () => writeKey(map, field, key, undefined));
    else if (roll < 42)
      this.#note("map cleared", () => entries.forEach((_, one) => writeKey(map, field, one, undefined)));
    else if (!holdsMessages(field))
      this.#note("map value edited", () => writeKey(map, field, key, this.#one(field)));
    else if (roll < 75)
      this.#note("map value edited", () =>
        this.change(field.message as DescMessage, held as Draft, depth + 1),
      );
    else if (roll < 85 && entries.size > 1) {
      const other = this.#dice.pick([...entries.keys()].filter((one) => one !== key));
      this.#note("map key moved", () => {
        writeKey(map, field, key, undefined);
        writeKey(map, field, other, held);
      });
    } else
      this.#note("map value replaced", () => writeKey(map, field, key, this.#replaced(field, held as Draft)));
  }

  #clear(draft: Draft, field: DescField): void {
    writeField(draft, field, hasPresence(field) ? undefined : zeroOf(field));
  }

  #set(draft: Draft, field: DescField): void {
    const made = this.#madeField(field);
    if (made !== undefined) writeField(draft, field, made);
  }

  /** A random value of a field, as generated code has it. */
  #madeField(field: DescField): unknown {
    this.#dice.budget = 8;
    if (holdsMessages(field) && field.fieldKind === "message") return this.#one(field);
    for (let turn = 0; turn < 6; turn++) {
      const value = this.freshField(field);
      const tree = Object.assign(newTree(), { [field.name]: value });
      if (value !== undefined) return readField(generatedFrom(field.parent, tree), field);
    }
    return readField(generatedFrom(field.parent, newTree()), field);
  }

  /** A random element, map value or message of a field. */
  #one(field: DescField): unknown {
    if (holdsMessages(field)) return this.fresh(field.message as DescMessage);
    const made = this.#madeField(field);
    if (field.fieldKind === "list") return (made as unknown[])[0] ?? this.#nothing(field);
    if (field.fieldKind === "map") return [...mapEntries(made).values()][0] ?? this.#nothing(field);
    return made;
  }

  /** The emptiest value, in the form that its type has in TypeScript. */
  #nothing(field: DescField): unknown {
    if (!field.message) return zeroOf(field);
    const one = field.fieldKind === "map" ? new Map([["0", newTree()]]) : [newTree()];
    const made = readField(
      generatedFrom(field.parent, Object.assign(newTree(), { [field.name]: one })),
      field,
    );
    return (Array.isArray(made) ? made[0] : [...mapEntries(made).values()][0]) ?? null;
  }

  #note(shape: Shape, change: () => unknown): void {
    this.#parts.shapes.add(shape);
    change();
  }
}
