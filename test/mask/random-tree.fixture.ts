import { ScalarType, type DescField, type DescMessage, type DescOneof } from "@bufbuild/protobuf";
import type { Dice } from "./dice.fixture.js";
import {
  asTree,
  hasPresence,
  isRequired,
  isTreeList,
  isTreeMap,
  isZero,
  newTree,
  type Tree,
  type TreeOne,
  type TreeScalar,
  type TreeValue,
} from "./tree.fixture.js";

const maxDepth = 8;
const texts = ["", "a", "b", "cpu", "é", "__proto__", "a b", "\u007f", "*", "12", "true"];

/** Random messages of a type, and random changes of them. */
export class RandomTrees {
  readonly #dice: Dice;
  /** Whether a field may be set or changed; an older client leaves the others alone. */
  readonly #knows: (field: DescField) => boolean;

  constructor(dice: Dice, knows: (field: DescField) => boolean = () => true) {
    this.#dice = dice;
    this.#knows = knows;
  }

  /** A new message. */
  tree(desc: DescMessage, depth = 0): Tree {
    const tree = newTree();
    if (desc.typeName === "google.protobuf.Value") this.#setMember(tree, desc.fields, depth);
    else {
      // From another field each time, lest the first ones use up the budget.
      const start = this.#dice.roll(Math.max(1, desc.fields.length));
      for (const field of [...desc.fields.slice(start), ...desc.fields.slice(0, start)]) {
        if (field.oneof || !this.#knows(field)) continue;
        if (isRequired(field) || this.#isWanted(depth)) this.#set(tree, field, depth);
      }
      for (const oneof of desc.oneofs)
        if (this.#isWanted(depth - 2)) this.#setMember(tree, this.#members(oneof), depth);
    }
    return tree;
  }

  /** The message with some of its fields changed, set, cleared, lists and maps shortened and grown. */
  changed(desc: DescMessage, tree: Tree, depth = 0): Tree {
    if (desc.typeName === "google.protobuf.Value" && this.#dice.chance(30)) return this.tree(desc, depth);
    const result: Tree = Object.assign(newTree(), tree);
    for (const field of desc.fields) {
      if (!field.oneof && this.#knows(field)) this.#change(result, field, depth);
    }
    for (const oneof of desc.oneofs) this.#changeOneof(desc, oneof, result, depth);
    return result;
  }

  #change(tree: Tree, field: DescField, depth: number): void {
    const value = tree[field.name];
    if (value === undefined) {
      if (this.#dice.chance(10)) this.#set(tree, field, depth);
      return;
    }
    const roll = this.#dice.roll(8);
    if (roll === 0) delete tree[field.name];
    else if (roll === 1) this.#set(tree, field, depth);
    else tree[field.name] = this.#changedValue(field, value, depth);
  }

  #changedValue(field: DescField, value: TreeValue, depth: number): TreeValue {
    const one = (held: TreeOne): TreeOne => {
      if (field.message)
        return this.#dice.chance(75) ? this.changed(field.message, asTree(held), depth + 1) : held;
      return this.#dice.chance(20) ? this.#scalar(field) : held;
    };
    if (isTreeList(value)) {
      const list = value.map(one);
      if (this.#dice.chance(45) && list.length > 1) list.splice(this.#dice.roll(list.length), 1);
      if (this.#dice.chance(35)) list.push(this.#one(field, depth));
      return list;
    }
    if (isTreeMap(value)) {
      const map = new Map(Array.from(value, ([key, held]) => [key, one(held)]));
      if (this.#dice.chance(30) && map.size > 1) map.delete(this.#dice.pick([...map.keys()]));
      if (this.#dice.chance(30)) map.set(this.#key(field), this.#one(field, depth));
      return map;
    }
    if (field.message) return one(value);
    if (!this.#dice.chance(40)) return value;
    const scalar = this.#scalar(field);
    return hasPresence(field) || !isZero(field.scalar, scalar) ? scalar : value;
  }

  #changeOneof(desc: DescMessage, oneof: DescOneof, tree: Tree, depth: number): void {
    const set = oneof.fields.find((field) => tree[field.name] !== undefined);
    const isFree = desc.typeName !== "google.protobuf.Value";
    if (set && !this.#knows(set) && !this.#dice.chance(10)) return;
    if (this.#dice.chance(45)) {
      const members = this.#members(oneof);
      if (members.length === 0) return;
      if (set) delete tree[set.name];
      if (!isFree || this.#dice.chance(70)) this.#setMember(tree, members, depth);
    } else if (set && this.#knows(set))
      tree[set.name] = this.#changedValue(set, tree[set.name] as TreeValue, depth);
  }

  #setMember(tree: Tree, members: readonly DescField[], depth: number): void {
    const isShallow = depth >= maxDepth || this.#dice.budget <= 0;
    const choices = isShallow ? members.filter((member) => !member.message) : members;
    if (choices.length > 0) this.#set(tree, this.#dice.pick(choices), depth);
  }

  #set(tree: Tree, field: DescField, depth: number): void {
    this.#dice.budget--;
    if (field.fieldKind === "list") {
      tree[field.name] = Array.from({ length: 1 + this.#dice.roll(3) }, () => this.#one(field, depth));
    } else if (field.fieldKind === "map") {
      tree[field.name] = new Map(
        Array.from({ length: 1 + this.#dice.roll(3) }, () => [this.#key(field), this.#one(field, depth)]),
      );
    } else {
      const value = this.#one(field, depth);
      if (hasPresence(field) || !isZero(field.scalar, value as TreeScalar)) tree[field.name] = value;
      else delete tree[field.name];
    }
  }

  #one(field: DescField, depth: number): TreeOne {
    return field.message ? this.tree(field.message, depth + 1) : this.#scalar(field);
  }

  #scalar(field: DescField): TreeScalar {
    if (field.enum) {
      // Only enums that are meant to be open get numbers without a name.
      if (!field.enum.open) return this.#dice.pick(field.enum.values).number;
      return field.enum.typeName === "google.protobuf.NullValue" ? 0 : this.#dice.pick([0, 1, -1, 77]);
    }
    switch (field.scalar) {
      case ScalarType.DOUBLE:
        // Plain JSON has no NaN.
        return this.#dice.pick(
          field.parent.typeName === "google.protobuf.Value" ? [0, 1.5, -2] : [0, 1.5, NaN, Infinity, 5e-324],
        );
      case ScalarType.FLOAT:
        return this.#dice.pick([0, 1.5, NaN, -Infinity, 2 ** -149]);
      case ScalarType.BOOL:
        return this.#dice.chance(50);
      case ScalarType.STRING:
        return this.#dice.pick(texts);
      case ScalarType.BYTES:
        return new Uint8Array(this.#dice.roll(3)).fill(this.#dice.roll(256));
      case ScalarType.UINT32:
      case ScalarType.FIXED32:
        return this.#dice.pick([0, 1, 2 ** 32 - 1]);
      case ScalarType.UINT64:
      case ScalarType.FIXED64:
        return this.#dice.pick([0n, 1n, 2n ** 64n - 1n]);
      case ScalarType.INT64:
      case ScalarType.SINT64:
      case ScalarType.SFIXED64:
        return this.#dice.pick([0n, 1n, -(2n ** 63n)]);
      default:
        return this.#dice.pick([0, 1, -5]);
    }
  }

  #key(field: DescField): string {
    const key = field.fieldKind === "map" ? field.mapKey : ScalarType.STRING;
    if (key === ScalarType.STRING) return this.#dice.pick(texts);
    if (key === ScalarType.BOOL) return String(this.#dice.chance(50));
    const name = ScalarType[key] ?? "";
    return this.#dice.pick(/^(?:UINT|FIXED)/.test(name) ? ["0", "1", "12"] : ["0", "12", "-5"]);
  }

  #members(oneof: DescOneof): DescField[] {
    return oneof.fields.filter(this.#knows);
  }

  #isWanted(depth: number): boolean {
    if (this.#dice.budget <= 0 || depth >= maxDepth) return false;
    return this.#dice.chance(depth < 2 ? 65 : depth < 4 ? 35 : 25);
  }
}
