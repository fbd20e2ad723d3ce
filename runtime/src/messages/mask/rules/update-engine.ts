/**
 * The room of the server's rules: what an Update with a reset mask makes of a stored message. The
 * engine works over a `message-view`, so that messages of codecs and messages known by
 * descriptor follow the same rules.
 *
 * @module
 */
import { MaskCursor, noMask } from "../text/mask-cursor.js";
import { ImmutableFieldError } from "../text/mask-error.js";
import { printPath } from "../text/mask-tree.js";
import type { Mask } from "../text/mask.js";
import {
  areEqualIn,
  type FieldValue,
  type FieldView,
  isList,
  isMap,
  type MessageView,
  type SingleValue,
} from "./message-view.js";

/** The rules that a server may set for its Updates besides the mask. */
export interface UpdateRules {
  /**
   * Structures of the resource that are never absent. A mask into one that the
   * request does not carry clears only the fields named inside; named alone
   * it does nothing. None unless given.
   */
  readonly neverNull?: readonly string[];
}

/**
 * The result of an Update at a server (conventions, section 4): the resource with every
 * field that the request carries or the mask names. A new value; neither
 * argument changes. The two may be of different types, and fields of one name
 * and one type are the same.
 *
 * Elements of lists are merged by place, and another one may stand at a place
 * than before: below a list, IMMUTABLE and IDENTIFIER fields are set and cleared
 * as any other. A value of a map is held to its key.
 *
 * @throws ImmutableFieldError if the request carries another value for an
 * IMMUTABLE field.
 */
export function updateView(
  resource: MessageView,
  request: MessageView,
  mask: Mask,
  rules: UpdateRules = {},
): MessageView {
  const result = resource.clone();
  new UpdateEngine(rules.neverNull ?? []).merge(result, request, new MaskCursor([mask.root]), false);
  return result;
}

class UpdateEngine {
  readonly #neverNull: readonly string[];
  readonly #path: string[] = [];
  /** Lists around. Another element may stand at a place of a list than before, so nothing is held to it there. */
  #lists = 0;

  constructor(neverNull: readonly string[]) {
    this.#neverNull = neverNull;
  }

  /**
   * Merges a request into a message. Without a request, nothing is carried. A
   * new message has nothing yet that could be kept or must not change.
   */
  merge(target: MessageView, request: MessageView | undefined, mask: MaskCursor, isNew: boolean): void {
    for (const field of target.fields) {
      if (this.#isKept(field, isNew)) continue;
      this.#path.push(field.name);
      const carried = request && carriedField(request, field);
      if (carried === undefined) {
        if (isNew || !this.#isImmutable(field)) this.#reset(target, field, mask);
      } else if (!isNew && this.#isImmutable(field)) {
        this.#refuseChange(target, field, carried, mask);
      } else if (isNew || !this.#isHeldByOther(target, field)) {
        this.#take(target, field, carried, mask.at(field.name), isNew);
      }
      this.#path.pop();
    }
  }

  /** Rule 7 of the conventions, section 4: what is not carried is cleared when the mask has an entry at or under it. */
  #reset(target: MessageView, field: FieldView, mask: MaskCursor): void {
    const own = mask.at(field.name);
    // A path does not lead into a scalar, nor through the name of a oneof.
    const isLeaf = field.shape === "single" && !field.isMessage;
    const isNamed = isLeaf ? own.isEnd : own.isNamed;
    if (isNamed && this.#isNeverNull(field)) this.#clearInside(target, field, own);
    else if (isNamed || (field.oneof !== undefined && mask.at(field.oneof).isEnd)) target.clear(field);
  }

  #isNeverNull(field: FieldView): boolean {
    return (
      this.#path.length === 1 &&
      field.isMessage &&
      field.shape === "single" &&
      this.#neverNull.includes(field.name)
    );
  }

  #clearInside(target: MessageView, field: FieldView, mask: MaskCursor): void {
    if (!target.has(field)) return;
    const inside = asMessage(target.get(field));
    this.merge(inside, undefined, mask, false);
    target.set(field, inside);
  }

  #refuseChange(target: MessageView, field: FieldView, value: FieldValue, mask: MaskCursor): void {
    const changed = target.clone();
    this.#take(changed, field, value, mask.at(field.name), false);
    if (!areEqualIn(field, target, changed)) throw new ImmutableFieldError(printPath(this.#path));
  }

  /**
   * Whether the oneof of a field holds another member that the server keeps.
   *
   * @throws An `ImmutableFieldError` where that member is IMMUTABLE, since
   * setting this one would remove it.
   */
  #isHeldByOther(target: MessageView, { name, oneof }: FieldView): boolean {
    if (oneof === undefined) return false;
    const holder = target.fields.find(
      (other) => other.oneof === oneof && other.name !== name && target.has(other),
    );
    if (holder === undefined) return false;
    if (this.#isImmutable(holder)) {
      throw new ImmutableFieldError(printPath([...this.#path.slice(0, -1), holder.name]));
    }
    return this.#isKept(holder, false);
  }

  /** OUTPUT_ONLY fields keep what they have, and so do identifiers; a new element may be given its own. */
  #isKept({ behaviors }: FieldView, isNew: boolean): boolean {
    if (behaviors.includes("OUTPUT_ONLY")) return true;
    return !isNew && this.#lists === 0 && behaviors.includes("IDENTIFIER");
  }

  #isImmutable({ behaviors }: FieldView): boolean {
    return this.#lists === 0 && behaviors.includes("IMMUTABLE");
  }

  #take(target: MessageView, field: FieldView, value: FieldValue, mask: MaskCursor, isNew: boolean): void {
    if (!field.isMessage) target.set(field, value);
    else if (isList(value)) target.set(field, this.#mergeList(target, field, value, mask));
    else if (isMap(value)) target.set(field, this.#mergeMap(target, field, value, mask));
    else {
      const isThere = target.has(field);
      const inside = isThere ? asMessage(target.get(field)) : target.create(field);
      this.merge(inside, asMessage(value), mask, isNew || !isThere);
      target.set(field, inside);
    }
  }

  /** Elements that both have are merged by position; the rest is cut or appended. */
  #mergeList(
    target: MessageView,
    field: FieldView,
    values: readonly SingleValue[],
    mask: MaskCursor,
  ): MessageView[] {
    const current = target.has(field) ? target.get(field) : [];
    const elements = isList(current) ? current : [];
    this.#lists++;
    const merged = values.map((value, index) =>
      this.#mergeElement(target, field, elements[index], value, String(index), mask.at(String(index))),
    );
    this.#lists--;
    return merged;
  }

  /** Keys that both have are merged; missing keys go, new ones come. */
  #mergeMap(
    target: MessageView,
    field: FieldView,
    values: ReadonlyMap<string, SingleValue>,
    mask: MaskCursor,
  ): Map<string, MessageView> {
    const current = target.has(field) ? target.get(field) : undefined;
    const elements = current !== undefined && isMap(current) ? current : undefined;
    return new Map(
      Array.from(values, ([key, value]) => [
        key,
        this.#mergeElement(target, field, elements?.get(key), value, key, mask.at(key)),
      ]),
    );
  }

  #mergeElement(
    target: MessageView,
    field: FieldView,
    current: SingleValue | undefined,
    value: SingleValue,
    key: string,
    mask: MaskCursor,
  ): MessageView {
    this.#path.push(key);
    const element = current === undefined ? target.create(field) : asMessage(current);
    this.merge(element, asMessage(value), current === undefined ? noMask : mask, current === undefined);
    this.#path.pop();
    return element;
  }
}

/** The value that a request carries for a field of the resource; undefined for none. */
function carriedField(request: MessageView, field: FieldView): FieldValue | undefined {
  const own = request.field(field.name);
  if (!own || own.shape !== field.shape || own.type !== field.type || !request.has(own)) return undefined;
  return request.get(own);
}

function asMessage(value: FieldValue): MessageView {
  if (typeof value === "object" && !(value instanceof Uint8Array) && !isList(value) && !isMap(value))
    return value;
  throw new TypeError("a field of a message type needs a message");
}
