import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Dice } from "./dice.fixture.js";
import { fieldKey, type FieldBehaviors } from "./table.fixture.js";
import {
  asTree,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "./tree.fixture.js";

/** Marks random fields of the API's own types as INPUT_ONLY. */
export function randomInputOnly(types: readonly DescMessage[], dice: Dice): FieldBehaviors {
  const fields = types.flatMap((type) => type.fields);
  const percent = dice.pick([2, 5, 15]);
  const marked = fields.filter(() => dice.chance(percent));
  return Object.fromEntries([...marked, dice.pick(fields)].map((field) => [fieldKey(field), ["INPUT_ONLY"]]));
}

/**
 * What becomes of values that no response shows, said without masks and without
 * the runtime: what an Update without a mask of the caller's makes of a resource.
 */
export class HiddenValues {
  readonly #behaviors: FieldBehaviors;
  readonly #neverShown: ReadonlySet<DescMessage>;

  constructor(types: readonly DescMessage[], behaviors: FieldBehaviors) {
    this.#behaviors = behaviors;
    const grow = (
      isIn: (type: DescMessage, found: ReadonlySet<DescMessage>) => boolean,
    ): Set<DescMessage> => {
      const found = new Set<DescMessage>();
      for (let size = -1; size !== found.size;) {
        size = found.size;
        for (const type of types) if (isIn(type, found)) found.add(type);
      }
      return found;
    };
    const hiding = grow((type, found) =>
      type.fields.some((field) => this.isInputOnly(field) || isOne(field, found)),
    );
    const showing = grow((type, found) =>
      type.fields.some((field) => !this.isInputOnly(field) && (!isOne(field, hiding) || isOne(field, found))),
    );
    this.#neverShown = new Set([...hiding].filter((type) => !showing.has(type)));
  }

  isInputOnly(field: DescField): boolean {
    return this.#behaviors[fieldKey(field)] !== undefined;
  }

  /** What a resource is to become. */
  merged(desc: DescMessage, before: Tree | undefined, after: Tree): Tree {
    const result = newTree();
    for (const field of desc.fields) {
      const [old, value] = [before?.[field.name], after[field.name]];
      const isSwitched = field.oneof?.fields.some((member) => after[member.name] !== undefined);
      if (value !== undefined) result[field.name] = this.#mergedValue(field, old, value);
      else if (old !== undefined && !isSwitched && this.#isNeverShown(field)) result[field.name] = old;
    }
    return result;
  }

  /** Whether an element of a list lacks a value that no response shows. */
  lacksInList(desc: DescMessage, tree: Tree, isInList = false): boolean {
    return desc.fields.some((field) => {
      const value = tree[field.name];
      const isSet = field.oneof?.fields.some((member) => tree[member.name] !== undefined) ?? false;
      if (value === undefined) return isInList && !isSet && this.#isNeverShown(field);
      const type = structureTable(field);
      if (!type) return false;
      const isElement = isInList || isTreeList(value);
      return onesOf(value).some((one) => this.lacksInList(type, asTree(one), isElement));
    });
  }

  #mergedValue(field: DescField, old: TreeValue | undefined, value: TreeValue): TreeValue {
    const type = structureTable(field);
    // In a list nothing is lacking, else the Update is refused.
    if (!type || isTreeList(value)) return value;
    if (!isTreeMap(value))
      return this.merged(type, old === undefined ? undefined : asTree(old), asTree(value));
    const held = old !== undefined && isTreeMap(old) ? old : new Map<string, TreeOne>();
    return new Map(
      Array.from(value, ([key, one]) => {
        const there = held.get(key);
        return [key, this.merged(type, there === undefined ? undefined : asTree(there), asTree(one))];
      }),
    );
  }

  #isNeverShown(field: DescField): boolean {
    return this.isInputOnly(field) || isOne(field, this.#neverShown);
  }
}

/** Whether a field holds one message of one of the types. */
function isOne(field: DescField, types: ReadonlySet<DescMessage>): boolean {
  return field.fieldKind === "message" && types.has(field.message);
}

function structureTable(field: DescField): DescMessage | undefined {
  return field.message?.typeName.startsWith("google.protobuf.") ? undefined : field.message;
}

function onesOf(value: TreeValue): TreeOne[] {
  if (isTreeList(value)) return [...value];
  return isTreeMap(value) ? [...value.values()] : [value];
}
