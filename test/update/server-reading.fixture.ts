import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { isDeepStrictEqual } from "node:util";
import {
  asTree,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import { pathsAt, type MaskPaths } from "./mask-text.fixture.js";

/**
 * What a server makes of a message that it has and a request carries.
 *
 * `by position`: elements of lists, values of maps and members of oneofs are merged with those at their places.
 * `by full replacement`: they take their places, and nothing else stays there than what no client can send.
 * `groups as scalars`: the same is done to groups, wherever they are, and a path leads into none; all else is merged.
 */
export const manners = ["by position", "by full replacement", "groups as scalars"] as const;

/** A way in which a server may read the conventions. */
export interface Reading {
  readonly manner: (typeof manners)[number];
  /**
   * A path leads through structures, lists and maps alone, metadata and spec are never absent, IMMUTABLE fields do
   * not change. Otherwise whatever lies at or under a path is cleared when it is not sent, a path under a scalar or a
   * oneof's name too, and IMMUTABLE is a word.
   */
  readonly isStrict: boolean;
}

/** What the engine of the runtime makes of the conventions. */
export const strictReading: Reading = { manner: "by position", isStrict: true };
/** The same, with all that lies at or under a path cleared. */
export const plainReading: Reading = { manner: "by position", isStrict: false };

/** An Update as a server sees it. */
export interface UpdateOf {
  readonly desc: DescMessage;
  readonly resource: Tree;
  readonly request: Tree;
  readonly mask: MaskPaths;
  readonly reading: Reading;
  readonly behaviors: (field: DescField) => readonly string[];
  /** Structures that a strict server keeps: `metadata` and `spec` unless given. */
  readonly neverNull?: readonly string[];
}

/** An IMMUTABLE field would change. */
export class ImmutableChange extends Error {}

/** Where a message stands: is it new, is it below the element of a list, the whole resource, in place of the old one? */
interface Place {
  readonly isNew: boolean;
  readonly isInList: boolean;
  readonly isTop: boolean;
  readonly isReplaced: boolean;
}

/** What a server makes of an Update, written from the conventions, without the runtime's engine. */
export function readUpdate(update: UpdateOf): Tree {
  return new ServerReading(update).message(update.desc, update.resource, update.request, update.mask, {
    isNew: false,
    isInList: false,
    isTop: true,
    isReplaced: false,
  });
}

class ServerReading {
  readonly #reading: Reading;
  readonly #isStrict: boolean;
  readonly #behaviors: (field: DescField) => readonly string[];

  readonly #neverNull: readonly string[];

  constructor({ reading, behaviors, neverNull = ["metadata", "spec"] }: UpdateOf) {
    this.#reading = reading;
    this.#isStrict = reading.isStrict;
    this.#behaviors = behaviors;
    this.#neverNull = neverNull;
  }

  /** A message from what it was, what is sent of it, and the mask from here on. */
  message(desc: DescMessage, old: Tree, sent: Tree | undefined, mask: MaskPaths, place: Place): Tree {
    const result = Object.assign(newTree(), old);
    for (const field of desc.fields) {
      const behaviors = this.#behaviors(field);
      const isHeld = !place.isNew && !place.isInList;
      if (behaviors.includes("OUTPUT_ONLY") || (behaviors.includes("IDENTIFIER") && isHeld)) continue;
      const isFixed = this.#isStrict && isHeld && behaviors.includes("IMMUTABLE");
      const value = sent?.[field.name];
      const inside = pathsAt(mask, field.name);
      if (value === undefined) {
        if (place.isReplaced && !isFixed && !this.#isNeverShown(field)) delete result[field.name];
        else if (!isFixed) this.#reset(result, field, mask, { ...place, inside });
        continue;
      }
      const taken = this.#value(field, old[field.name], value, inside, place);
      if (isFixed && !isDeepStrictEqual(taken, old[field.name])) throw new ImmutableChange(field.name);
      if (this.#isKeptByOther(result, field, isHeld)) continue;
      for (const other of field.oneof?.fields ?? []) delete result[other.name];
      result[field.name] = taken;
    }
    return result;
  }

  /** Another member of the oneof is the server's, or fixed. */
  #isKeptByOther(result: Tree, field: DescField, isHeld: boolean): boolean {
    const holder = field.oneof?.fields.find((one) => one !== field && result[one.name] !== undefined);
    const behaviors = holder ? this.#behaviors(holder) : [];
    if (holder && this.#isStrict && isHeld && behaviors.includes("IMMUTABLE"))
      throw new ImmutableChange(holder.name);
    return behaviors.includes("OUTPUT_ONLY");
  }

  #reset(
    result: Tree,
    field: DescField,
    mask: MaskPaths,
    { inside, isTop }: Place & { inside: MaskPaths },
  ): void {
    const isStructure = field.fieldKind === "message";
    const isSingle = field.fieldKind !== "list" && field.fieldKind !== "map";
    const isLeaf = isSingle && (field.message === undefined || isScalarGroup(field, this.#reading.manner));
    const isEnd = (paths: MaskPaths): boolean => paths.some((path) => path.length === 0);
    const own = this.#isStrict && isLeaf ? isEnd(inside) : inside.length > 0;
    const group = field.oneof ? pathsAt(mask, field.oneof.name) : [];
    const isGroup = this.#isStrict ? isEnd(group) : group.length > 0;
    const held = result[field.name];
    if (isTop && isStructure && this.#isStrict && field.message && this.#neverNull.includes(field.name)) {
      if (!own || held === undefined) return;
      const place = { isNew: false, isInList: false, isTop: false, isReplaced: false };
      result[field.name] = this.message(field.message, asTree(held), undefined, inside, place);
    } else if (own || isGroup) delete result[field.name];
  }

  #value(
    field: DescField,
    old: TreeValue | undefined,
    sent: TreeValue,
    mask: MaskPaths,
    place: Place,
  ): TreeValue {
    const type = field.message;
    if (!type) return sent;
    const one = (held: TreeOne | undefined, value: TreeOne, inside: MaskPaths, isElement: boolean): Tree =>
      this.message(type, held === undefined ? newTree() : asTree(held), asTree(value), inside, {
        isNew: held === undefined,
        isInList: place.isInList || isElement,
        isTop: false,
        isReplaced: place.isReplaced || isTakenWhole(field, this.#reading.manner),
      });
    if (isTreeList(sent)) {
      const before = isTreeList(old) ? old : [];
      return sent.map((value, index) =>
        one(before[index], value, index < before.length ? pathsAt(mask, String(index)) : [], true),
      );
    }
    if (isTreeMap(sent)) {
      const before = isTreeMap(old) ? old : new Map<string, TreeOne>();
      return new Map(
        Array.from(sent, ([key, value]) => [
          key,
          one(before.get(key), value, before.has(key) ? pathsAt(mask, key) : [], false),
        ]),
      );
    }
    return one(old === undefined ? undefined : asTree(old), sent, mask, false);
  }

  /** Nobody can send what no response shows. */
  #isNeverShown(field: DescField, around: readonly DescMessage[] = []): boolean {
    if (this.#behaviors(field).includes("INPUT_ONLY")) return true;
    const inside = field.message;
    if (!inside || inside.fields.length === 0 || around.includes(inside)) return false;
    return inside.fields.every((one) => this.#isNeverShown(one, [...around, inside]));
  }
}

/** Whether a server lets what is sent of a field take the place of what was there, and does not merge the two. */
export function isTakenWhole(field: DescField, manner: Reading["manner"]): boolean {
  if (manner !== "by full replacement") return isScalarGroup(field, manner);
  return field.fieldKind === "list" || field.fieldKind === "map" || field.oneof !== undefined;
}

/** A message that ends by a tag on the wire, to those who take it for a scalar. */
function isScalarGroup(field: DescField, manner: Reading["manner"]): boolean {
  return "delimitedEncoding" in field && field.delimitedEncoding && manner === "groups as scalars";
}
