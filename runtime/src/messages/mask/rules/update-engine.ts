/**
 * The rules of a server: the result of an Update with a reset mask. The engine works on the views of `message-view.ts`, so
 * that messages of generated code and dynamic messages follow the same rules.
 *
 * @module
 */
import { MaskCursor, noMask } from "../text/mask-cursor.js";
import { ImmutableFieldError } from "../text/mask-error.js";
import { formatPath } from "../text/mask-tree.js";
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

/** The rules of a server beside the mask. */
export interface UpdateRules {
  /**
   * Structures of the resource that are never absent. If the request omits one, a mask clears only the fields inside that
   * it names. A mask that names the structure itself has no effect. Default: none.
   */
  readonly neverNull?: readonly string[];
}

/**
 * Applies an Update to a resource as a server does (conventions, section 4). Returns a new value in which the fields that the
 * request carries are set, and those that the mask names and the request omits are cleared. The types of resource and request
 * may differ. Fields with the same name and type correspond.
 *
 * Elements of lists are merged by index, so another element may replace the old one. Therefore IMMUTABLE and IDENTIFIER
 * fields below a list can change like any other field. Values of maps are bound to their keys.
 *
 * @throws ImmutableFieldError if the request carries another value for an IMMUTABLE field.
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
  /** The number of lists around the current field. Inside a list, no field is immutable. */
  #lists = 0;

  constructor(neverNull: readonly string[]) {
    this.#neverNull = neverNull;
  }

  /**
   * Merges a request into a message. Without a request, all fields count as omitted. A new message has no values to retain
   * or to protect.
   */
  merge(target: MessageView, request: MessageView | undefined, mask: MaskCursor, isNew: boolean): void {
    for (const field of target.fields) {
      if (this.#isRetained(field, isNew)) continue;
      this.#path.push(field.name);
      const value = request && readCarried(request, field);
      if (value === undefined) {
        if (isNew || !this.#isImmutable(field)) this.#reset(target, field, mask);
      } else if (!isNew && this.#isImmutable(field)) {
        this.#rejectChange(target, field, value, mask);
      } else if (isNew || !this.#isOneofRetained(target, field)) {
        this.#set(target, field, value, mask.at(field.name), isNew);
      }
      this.#path.pop();
    }
  }

  /** Clears an omitted field if the mask has an entry at or under it (conventions, section 4.2). */
  #reset(target: MessageView, field: FieldView, mask: MaskCursor): void {
    const inside = mask.at(field.name);
    // A path into a scalar, or through the name of a oneof, has no effect.
    const isLeaf = field.shape === "single" && !field.isMessage;
    const isNamed = isLeaf ? inside.isEnd : inside.isNamed;
    if (isNamed && this.#isNeverNull(field)) this.#clearInside(target, field, inside);
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

  #rejectChange(target: MessageView, field: FieldView, value: FieldValue, mask: MaskCursor): void {
    const changed = target.clone();
    this.#set(changed, field, value, mask.at(field.name), false);
    if (!areEqualIn(field, target, changed)) throw new ImmutableFieldError(formatPath(this.#path));
  }

  /**
   * Whether the oneof of a field is set to another member that the server retains.
   *
   * @throws ImmutableFieldError if that member is IMMUTABLE, because setting this one would remove it.
   */
  #isOneofRetained(target: MessageView, { name, oneof }: FieldView): boolean {
    if (oneof === undefined) return false;
    const setMember = target.fields.find(
      (other) => other.oneof === oneof && other.name !== name && target.has(other),
    );
    if (setMember === undefined) return false;
    if (this.#isImmutable(setMember)) {
      throw new ImmutableFieldError(formatPath([...this.#path.slice(0, -1), setMember.name]));
    }
    return this.#isRetained(setMember, false);
  }

  /** Whether the server retains a field: OUTPUT_ONLY, and IDENTIFIER except in new elements. */
  #isRetained({ behaviors }: FieldView, isNew: boolean): boolean {
    if (behaviors.includes("OUTPUT_ONLY")) return true;
    return !isNew && this.#lists === 0 && behaviors.includes("IDENTIFIER");
  }

  #isImmutable({ behaviors }: FieldView): boolean {
    return this.#lists === 0 && behaviors.includes("IMMUTABLE");
  }

  #set(target: MessageView, field: FieldView, value: FieldValue, mask: MaskCursor, isNew: boolean): void {
    if (!field.isMessage) target.set(field, value);
    else if (isList(value)) target.set(field, this.#mergeList(target, field, value, mask));
    else if (isMap(value)) target.set(field, this.#mergeMap(target, field, value, mask));
    else {
      const exists = target.has(field);
      const inside = exists ? asMessage(target.get(field)) : target.create(field);
      this.merge(inside, asMessage(value), mask, isNew || !exists);
      target.set(field, inside);
    }
  }

  /** Merges elements by index. Removes the old ones beyond the new length, and appends new ones. */
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

  /** Merges the values of keys that both have. Removes missing keys, and adds new ones. */
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

/** Reads the value that a request carries for a field of the resource; undefined if it omits the field. */
function readCarried(request: MessageView, field: FieldView): FieldValue | undefined {
  const found = request.field(field.name);
  if (!found || found.shape !== field.shape || found.type !== field.type || !request.has(found))
    return undefined;
  return request.get(found);
}

function asMessage(value: FieldValue): MessageView {
  if (typeof value === "object" && !(value instanceof Uint8Array) && !isList(value) && !isMap(value))
    return value;
  throw new TypeError("the value of a field with a message type must be a message");
}
