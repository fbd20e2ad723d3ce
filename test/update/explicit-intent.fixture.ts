import type { DescField, DescMessage } from "@bufbuild/protobuf";
import {
  asTree,
  isTreeList,
  isTreeMap,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import { holdsMessages } from "./draft.fixture.js";
import { pathsAt, type MaskPaths } from "./mask-text.fixture.js";
import { anything, Either, exactly, WantedMessage, type Want } from "./want.fixture.js";

/** What the resource is to be after an Update with an explicit mask. */
export class ExplicitIntent {
  readonly #behaviors: (field: DescField) => readonly string[];

  constructor(behaviors: (field: DescField) => readonly string[]) {
    this.#behaviors = behaviors;
  }

  message(desc: DescMessage, old: Tree | undefined, sent: Tree | undefined, mask: MaskPaths): WantedMessage {
    const want = new WantedMessage();
    for (const field of desc.fields) want.fields.set(field.name, this.#field(field, old, sent, mask));
    return want;
  }

  #field(field: DescField, message: Tree | undefined, sent: Tree | undefined, mask: MaskPaths): Want {
    const old = message?.[field.name];
    const value = sent?.[field.name];
    const behaviors = this.#behaviors(field);
    if (behaviors.includes("OUTPUT_ONLY")) return exactly(old);
    // Below the element of a list another one may take the place; elsewhere it stays.
    if (behaviors.includes("IDENTIFIER") && message !== undefined)
      return new Either([exactly(old), value === undefined ? exactly(old) : exactly(value)]);
    const inside = pathsAt(mask, field.name);
    if (value !== undefined) return this.#value(field, old, value, inside);
    const isOtherSent = field.oneof?.fields.some(({ name }) => sent?.[name] !== undefined) ?? false;
    const isNamed = inside.some((path) => path.length === 0);
    const isGroupNamed = field.oneof && pathsAt(mask, field.oneof.name).some((path) => path.length === 0);
    if (isOtherSent) return undefined;
    if (isNamed || isGroupNamed) {
      return behaviors.includes("IMMUTABLE") ? new Either([undefined, exactly(old)]) : undefined;
    }
    if (inside.length === 0) return exactly(old);
    if (field.fieldKind !== "message" || field.oneof || !holdsMessages(field)) return exactly(old);
    const named = this.message(
      field.message as DescMessage,
      old === undefined ? undefined : asTree(old),
      undefined,
      inside,
    );
    // What it leads through may come to be, empty.
    return old === undefined ? new Either([undefined, anything]) : named;
  }

  #value(field: DescField, old: TreeValue | undefined, value: TreeValue, mask: MaskPaths): Want {
    const type = field.message;
    if (!type) return exactly(value);
    const one = (held: TreeOne | undefined, sent: TreeOne, inside: MaskPaths): Want =>
      this.message(type, held === undefined ? undefined : asTree(held), asTree(sent), inside);
    if (isTreeList(value))
      return value.map((sent, index) =>
        one(isTreeList(old) ? old[index] : undefined, sent, pathsAt(mask, String(index))),
      );
    if (isTreeMap(value))
      return new Map(
        Array.from(value, ([key, sent]) => [
          key,
          one(old !== undefined && isTreeMap(old) ? old.get(key) : undefined, sent, pathsAt(mask, key)),
        ]),
      );
    return one(old === undefined ? undefined : asTree(old), value, mask);
  }
}
