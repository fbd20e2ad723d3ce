import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Dice } from "./dice.fixture.js";
import type { Step } from "./random-mask.fixture.js";
import { RandomTrees } from "./random-tree.fixture.js";
import { asTree, isTreeList, isTreeMap, newTree, type Tree, type TreeOne } from "./tree.fixture.js";

/** A message in which somebody has set the field at the end of a path, and what leads there where it was not. */
export function changedByRival(
  desc: DescMessage,
  tree: Tree | undefined,
  [name, ...rest]: readonly Step[],
  dice: Dice,
): Tree {
  const field = desc.fields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${String(name)}`);
  const changed: Tree = Object.assign(newTree(), tree);
  for (const member of field.oneof?.fields ?? []) if (member !== field) delete changed[member.name];
  const held = changed[field.name];
  const inside = (one: TreeOne | undefined, path: readonly Step[]): Tree =>
    changedByRival(messageOf(field), one === undefined ? undefined : asTree(one), path, dice);
  const [key, ...further] = rest;
  if (key === undefined) changed[field.name] = somethingFor(field, dice);
  else if (field.fieldKind === "list") {
    const list = held !== undefined && isTreeList(held) ? [...held] : [];
    while (list.length <= Number(key)) list.push(newTree());
    list[Number(key)] = inside(list[Number(key)], further);
    changed[field.name] = list;
  } else if (field.fieldKind === "map") {
    const map = new Map(held !== undefined && isTreeMap(held) ? held : []);
    changed[field.name] = map.set(String(key), inside(map.get(String(key)), further));
  } else changed[field.name] = inside(held === undefined ? undefined : asTree(held), rest);
  return changed;
}

function messageOf({ message, name }: DescField): DescMessage {
  if (!message) throw new Error(`${name} holds no messages`);
  return message;
}

/** A value of a field that is not its default. */
function somethingFor(field: DescField, dice: Dice): NonNullable<Tree[string]> {
  for (;;) {
    dice.budget = 4;
    const value = new RandomTrees(dice, (one) => one === field).tree(field.parent)[field.name];
    if (value !== undefined) return value;
  }
}
