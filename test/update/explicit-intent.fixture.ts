import type { DescField, DescMessage } from "@bufbuild/protobuf";
import {
  asTree,
  isTreeList,
  isTreeMap,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import { holdsStrange } from "./closed-numbers.fixture.js";
import { holdsMessages } from "./draft.fixture.js";
import { pathsAt, type MaskPaths } from "./mask-text.fixture.js";
import { isTakenWhole, type Reading } from "./server-reading.fixture.js";
import { anything, Either, exactly, WantedMessage, type Want } from "./want.fixture.js";

/** A message as it was, what is sent of it, and the mask from here on. */
interface ExplicitGiven {
  readonly old: Tree | undefined;
  readonly sent: Tree | undefined;
  readonly mask: MaskPaths;
  /** What is not sent may go. */
  readonly mayGo: boolean;
}

/** The same of a value. */
interface ExplicitValue {
  readonly old: TreeValue | undefined;
  readonly value: TreeValue;
  readonly mask: MaskPaths;
  readonly mayGo: boolean;
}

/** What the resource is to be after an Update with an explicit mask. */
export class ExplicitIntent {
  readonly #behaviors: (field: DescField) => readonly string[];
  readonly #manner: Reading["manner"];

  constructor(behaviors: (field: DescField) => readonly string[], { manner }: Reading) {
    this.#behaviors = behaviors;
    this.#manner = manner;
  }

  message(desc: DescMessage, given: ExplicitGiven): WantedMessage {
    const want = new WantedMessage();
    for (const field of desc.fields) want.fields.set(field.name, this.#field(field, given));
    return want;
  }

  #field(field: DescField, { old: message, sent, mask, mayGo }: ExplicitGiven): Want {
    const old = message?.[field.name];
    const kept = mayGo ? new Either([undefined, exactly(old)]) : exactly(old);
    const value = sent?.[field.name];
    const behaviors = this.#behaviors(field);
    if (behaviors.includes("OUTPUT_ONLY")) return exactly(old);
    // Below the element of a list another one may take the place; elsewhere it stays.
    if (behaviors.includes("IDENTIFIER") && message !== undefined)
      return new Either([kept, value === undefined ? kept : exactly(value)]);
    const inside = pathsAt(mask, field.name);
    if (value !== undefined) return this.#value(field, { old, value, mask: inside, mayGo });
    const others = field.oneof?.fields.filter(({ name }) => sent?.[name] !== undefined) ?? [];
    // A server that does not know a number sees no switch.
    if (others.some((other) => holdsStrange(other, sent?.[other.name]))) return anything;
    const isNamed = inside.some((path) => path.length === 0);
    const isGroupNamed = field.oneof && pathsAt(mask, field.oneof.name).some((path) => path.length === 0);
    if (others.length > 0) return undefined;
    if (isNamed || isGroupNamed) {
      return behaviors.includes("IMMUTABLE") ? new Either([undefined, exactly(old)]) : undefined;
    }
    if (inside.length === 0) return kept;
    if (field.fieldKind !== "message" || field.oneof || !holdsMessages(field)) return kept;
    const named = this.message(field.message as DescMessage, {
      old: old === undefined ? undefined : asTree(old),
      sent: undefined,
      mask: inside,
      mayGo,
    });
    // What it leads through may come to be, empty.
    return old === undefined ? new Either([undefined, anything]) : named;
  }

  #value(field: DescField, { old, value, mask, mayGo: isGoing }: ExplicitValue): Want {
    const type = field.message;
    // A server that does not know a number sees none.
    if (!type) return holdsStrange(field, value) ? anything : exactly(value);
    // Who sends a part of it by hand leaves the rest to how the server reads that.
    const mayGo = isGoing || isTakenWhole(field, this.#manner);
    const one = (held: TreeOne | undefined, part: TreeOne, inside: MaskPaths): Want =>
      this.message(type, {
        old: held === undefined ? undefined : asTree(held),
        sent: asTree(part),
        mask: inside,
        mayGo,
      });
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
