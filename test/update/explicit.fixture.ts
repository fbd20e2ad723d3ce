import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Dice } from "../mask/dice.fixture.js";
import {
  asTree,
  isRequired,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import { holdsMessages } from "./draft.fixture.js";
import type { DraftChanges } from "./draft-changes.fixture.js";
import { star, type MaskPaths, type Step } from "./mask-text.fixture.js";

/** What an explicit mask and its request do, for counters. */
export const explicitShapes = [
  "field sent",
  "field named",
  "oneof named",
  "below a list element",
  "below a map key",
  "leaf wildcard",
  "unknown leaf",
  "through a list wildcard",
  "trap",
] as const;
export type ExplicitShape = (typeof explicitShapes)[number];

/** An Update with a mask of the program's own. */
export interface ExplicitProgram {
  /** By the client's names. */
  readonly request: Tree;
  readonly paths: MaskPaths;
  readonly shapes: ReadonlySet<ExplicitShape>;
  /** The mask cannot be kept: it must not go out. */
  readonly isTrap: boolean;
}

/** What is needed to make one. */
export interface ExplicitParts {
  readonly dice: Dice;
  readonly changes: DraftChanges;
  readonly client: DescMessage;
  readonly server: DescMessage;
  readonly behaviors: (field: DescField) => readonly string[];
  /** The resource as the client has read it. */
  readonly seen: Tree;
}

/** A random request and mask for a resource: some fields sent, some named, by paths of every kind. */
export function explicitProgram(parts: ExplicitParts): ExplicitProgram {
  const maker = new ExplicitMaker(parts);
  const spec = (desc: DescMessage): DescMessage =>
    desc.fields.find(({ name }) => name === "spec")?.message as DescMessage;
  const seen = asTree(parts.seen["spec"] ?? newTree());
  const request = newTree();
  const inside = maker.required(spec(parts.client), seen);
  const edits = 1 + parts.dice.roll(4);
  for (let edit = 0; edit < edits; edit++)
    maker.edit(spec(parts.client), spec(parts.server), { seen, sent: inside, path: ["spec"] });
  if (parts.dice.chance(6))
    maker.trap(spec(parts.client), spec(parts.server), { seen, sent: inside, path: ["spec"] });
  request["metadata"] = Object.assign(newTree(), { id: "box" });
  if (Object.keys(inside).length > 0 || parts.dice.chance(30)) request["spec"] = inside;
  return { request, paths: maker.paths, shapes: maker.shapes, isTrap: maker.shapes.has("trap") };
}

interface Spot {
  readonly seen: Tree | undefined;
  readonly sent: Tree;
  readonly path: readonly Step[];
}

class ExplicitMaker {
  readonly paths: Step[][] = [];
  readonly shapes = new Set<ExplicitShape>();
  readonly #parts: ExplicitParts;
  readonly #dice: Dice;
  /** Places that an edit has touched; another one stays away. */
  readonly #used = new Set<string>();

  constructor(parts: ExplicitParts) {
    this.#parts = parts;
    this.#dice = parts.dice;
  }

  edit(client: DescMessage, server: DescMessage, { seen, sent, path }: Spot): void {
    const fields = client.fields.filter((field) => this.#mayTouch(field));
    const unknown = server.fields.filter(({ name }) => !client.fields.some((one) => one.name === name));
    const here = path.map(String).join("/");
    if (unknown.length > 0 && !this.#used.has(here) && this.#dice.chance(8)) {
      this.#used.add(`${here}/?`);
      this.#name("unknown leaf", [...path, this.#dice.pick(unknown).name]);
      return;
    }
    if (fields.length === 0) return;
    const field = this.#dice.pick(fields);
    const place = [...path, field.name];
    const key = place.map(String).join("/");
    const isStructure = field.fieldKind === "message" && !field.oneof && holdsMessages(field);
    const serverField = server.fields.find(({ name }) => name === field.name);
    if (isStructure && serverField?.message && this.#dice.chance(70) && !this.#used.has(key)) {
      const held = seen?.[field.name];
      if (this.#dice.chance(8) && !field.message?.fields.some(isRequired)) {
        this.#used.add(key);
        this.#name("leaf wildcard", [...place, star]);
        return;
      }
      const inside = asTree(sent[field.name] ?? this.required(field.message as DescMessage, held));
      this.edit(field.message as DescMessage, serverField.message, {
        seen: held === undefined ? undefined : asTree(held),
        sent: inside,
        path: place,
      });
      // A program may send the structure empty, or leave it to the client.
      if (Object.keys(inside).length > 0 || this.#dice.chance(50)) sent[field.name] = inside;
      return;
    }
    const group = field.oneof ? `${path.map(String).join("/")}/${field.oneof.name}` : key;
    if ([...this.#used].some((used) => used === group || used.startsWith(`${key}/`))) return;
    if (isStructure && sent[field.name] !== undefined) return;
    this.#used.add(group).add(key);
    this.#touch(field, { seen, sent, path: place });
  }

  #touch(field: DescField, { seen, sent, path }: Spot): void {
    const held = seen?.[field.name];
    const roll = this.#dice.roll(100);
    if (holdsMessages(field) && held !== undefined && isTreeList(held) && roll < 65)
      sent[field.name] = this.#list(field, held, path);
    else if (holdsMessages(field) && held !== undefined && isTreeMap(held) && roll < 65)
      this.#sendMap(field, held, { seen, sent, path });
    else if (roll < 45) {
      if (field.oneof && this.#dice.chance(50))
        this.#name("oneof named", [...path.slice(0, -1), field.oneof.name]);
      else this.#name("field named", path);
    } else this.#send(field, sent);
  }

  #send(field: DescField, sent: Tree): void {
    const fresh = this.#parts.changes.freshField(field);
    if (fresh === undefined) return;
    this.shapes.add("field sent");
    sent[field.name] = fresh;
  }

  /** The list as it was read, with fewer or more elements, and a field of one of them named. */
  #list(field: DescField, held: readonly TreeOne[], path: readonly Step[]): TreeOne[] {
    const list = held.map((one) => this.#copy(asTree(one)));
    if (list.length > 1 && this.#dice.chance(25)) list.pop();
    const at = this.#dice.roll(list.length);
    const element = list[at] as Tree;
    const name = this.#nameInside(field.message as DescMessage, element);
    if (name !== undefined) {
      const isAll = this.#dice.chance(25);
      if (isAll) for (const one of list) delete one[name];
      else delete element[name];
      this.#name(isAll ? "through a list wildcard" : "below a list element", [
        ...path,
        isAll ? star : String(at),
        name,
      ]);
    }
    return list;
  }

  #sendMap(field: DescField, held: ReadonlyMap<string, TreeOne>, { sent, path }: Spot): void {
    const map = new Map(Array.from(held, ([key, one]) => [key, this.#copy(asTree(one))]));
    const key = this.#dice.pick([...map.keys()]);
    const value = map.get(key) as Tree;
    const name = this.#nameInside(field.message as DescMessage, value);
    if (name === undefined) map.delete(key);
    else {
      delete value[name];
      this.#name("below a map key", [...path, key, name]);
    }
    // An empty map is not sent: to clear it is to name it.
    if (map.size === 0) this.#name("field named", path);
    else sent[field.name] = map;
  }

  #nameInside(desc: DescMessage, held: Tree): string | undefined {
    const names = desc.fields
      .filter((field) => held[field.name] !== undefined && this.#mayTouch(field) && !field.oneof)
      .map(({ name }) => name);
    return names.length === 0 ? undefined : this.#dice.pick(names);
  }

  /** A path that no server can keep as it is meant. */
  trap(client: DescMessage, server: DescMessage, { seen, sent, path }: Spot): void {
    const unknown = server.fields.filter(
      (field) => field.message && !client.fields.some(({ name }) => name === field.name),
    );
    const own = client.fields.filter((field) => this.#mayTouch(field) && sent[field.name] === undefined);
    const scalar = own.find((field) => field.fieldKind === "scalar" && !field.oneof);
    const list = own.find(
      (field) => holdsMessages(field) && isTreeList(seen?.[field.name]) && !this.#isUsed(path, field),
    );
    const member = own.find(
      (field) => field.oneof && seen?.[field.name] !== undefined && !this.#isUsed(path, field),
    );
    const traps: Step[][] = [];
    if (unknown[0]) traps.push([...path, unknown[0].name, "f1"]);
    if (scalar) traps.push([...path, scalar.name, "x"]);
    if (member?.oneof) traps.push([...path, member.oneof.name, member.name]);
    if (list && holdsMessages(list))
      traps.push([...path, list.name, "7", list.message?.fields[0]?.name ?? "f1"]);
    if (traps.length === 0) return;
    const trap = this.#dice.pick(traps);
    this.#name("trap", trap);
  }

  #isUsed(path: readonly Step[], field: DescField): boolean {
    const group = field.oneof?.name ?? field.name;
    return this.#used.has([...path, group].map(String).join("/"));
  }

  /** What a structure cannot be sent without: as it was read, or new. */
  required(desc: DescMessage, held: TreeValue | undefined): Tree {
    const part = newTree();
    const names = desc.fields.filter(isRequired).map(({ name }) => name);
    if (names.length === 0) return part;
    const all = held === undefined ? this.#parts.changes.freshTree(desc) : asTree(held);
    for (const name of names) if (all[name] !== undefined) part[name] = all[name];
    return part;
  }

  #mayTouch(field: DescField): boolean {
    if (isRequired(field)) return false;
    return this.#parts
      .behaviors(field)
      .every((behavior) => !["OUTPUT_ONLY", "IMMUTABLE", "IDENTIFIER"].includes(behavior));
  }

  #name(shape: ExplicitShape, path: readonly Step[]): void {
    this.shapes.add(shape);
    this.paths.push([...path]);
  }

  #copy(tree: Tree): Tree {
    return Object.assign(newTree(), tree);
  }
}
