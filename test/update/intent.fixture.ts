import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { asTree, isRequired, isTreeList, isTreeMap, type TreeValue } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { holdsStrange, keptNumbers } from "./closed-numbers.fixture.js";
import { isSentWhole } from "./contested.fixture.js";
import { hasNewProperty, holdsMessages, readField } from "./draft.fixture.js";
import type { Given, IntentParts, Several } from "./intent-given.fixture.js";
import { wantedList, wantedMap } from "./intent-several.fixture.js";
import { mayBeSame } from "./likeness.fixture.js";
import { isSameDraft } from "./same-draft.fixture.js";
import { movedFrom } from "./structure-move.fixture.js";
import { isTakenWhole } from "./server-reading.fixture.js";
import { movedValue } from "./moved-value.fixture.js";
import { projected, settableValue } from "./seen-value.fixture.js";
import { anything, Either, exactly, isUnsure, loosely, WantedMessage, type Want } from "./want.fixture.js";

/**
 * What the resource is to be after `modify` or after `update` without a mask,
 * said without masks: what the program named is as it asked, all else as it was.
 */
export class Intent {
  readonly #parts: IntentParts;

  constructor(parts: IntentParts) {
    this.#parts = parts;
  }

  message(desc: DescMessage, given: Given): WantedMessage {
    const want = new WantedMessage();
    for (const field of desc.fields) want.fields.set(field.name, this.#field(field, given));
    return want;
  }

  #field(field: DescField, given: Given): Want {
    const { after, isShifted, isInList } = given;
    const own = given.own?.[field.name];
    const there = given.there?.[field.name];
    const behaviors = this.#parts.behaviors(field);
    const known = given.client.fields.find(({ name }) => name === field.name);
    const value = known && after.tree[known.name];
    if (behaviors.includes("OUTPUT_ONLY")) return isShifted ? anything : exactly(own);
    if (behaviors.includes("IDENTIFIER") && !isInList) {
      // A server holds on to whose a place is: `update` goes by places, and a client may not know what says so.
      if (isShifted && (this.#parts.kind === "update" || known === undefined)) {
        // What is made where nothing stood says itself who it is.
        const made = given.there === undefined ? [exactly(value)] : [];
        return new Either([exactly(own), exactly(there), ...made]);
      }
      if (given.own !== undefined) return exactly(own);
      // Someone has taken the structure away; if it is made anew, it says who it is.
      if (given.before !== undefined) return new Either([undefined, exactly(value)]);
    }
    const other = this.#otherMember(field, given);
    // A server that does not know the new member, or the number of a closed enum in it, sees no switch.
    const seenAs = other && field.parent.fields.find(({ name }) => name === other.name);
    if (other && (!seenAs || holdsStrange(seenAs, after.tree[other.name]))) return anything;
    if (this.#isGroupUnsure(field, given)) return new Either([undefined, exactly(own)]);
    const isSwitched = other !== undefined;
    if (known === undefined) return isSwitched ? undefined : this.#unknown(field, given);
    // A server that does not know a number sees none.
    if (holdsStrange(field, value)) return anything;
    if (behaviors.includes("INPUT_ONLY")) {
      if (value !== undefined) return loosely(this.#settable(field, projected(field, value), isInList));
      if (isSwitched) return undefined;
      // `update` knows values by their keys alone: what no response shows stays where it is.
      const mayStay = this.#parts.kind === "update" && isShifted && !isInList;
      if (mayStay) return new Either([exactly(own), exactly(there)]);
      const isNew = this.#parts.isCloned || !this.#parts.origins.has(after.draft);
      const isUnseen = isNew && (given.isMoved === true || (isShifted && !isInList));
      return isUnseen ? new Either([undefined, exactly(own)]) : exactly(own);
    }
    // A required field goes along with what is sent beside it, as it was read.
    if (isRequired(field) && this.#isContested(field, known, given)) return anything;
    // `update` makes anew what someone has taken away, with numbers that its client does not know.
    const isLone = given.own === undefined && value === undefined && known.enum?.open === false;
    if (isLone && this.#parts.kind === "update") return anything;
    // Whoever saw another value, and cleared it, meant the field: it is to be clear, whatever another writer has made of it.
    // So did whoever wrote undefined where a number left no property, be it after another value or another member.
    const isHidden = own !== undefined && holdsStrange(known, own) && this.#parts.origins.has(after.draft);
    const isWritten = isHidden && hasNewProperty(known, given.before?.draft, after.draft);
    const isSingle = known.fieldKind !== "list" && known.fieldKind !== "map";
    const wasSeen = given.before?.tree[known.name] !== undefined;
    const isCleared = isSingle && value === undefined && (isWritten || wasSeen);
    const isStrange = !isSwitched && !isCleared && own !== undefined && holdsStrange(known, own);
    const kept = isStrange ? keptNumbers(known, own, value) : undefined;
    // A message that was made anew says nothing of a number, or that there is none: `undefined` clears, and is also what
    // stands for a number that the client does not know. Only a copy that holds the numbers asks for them again.
    const isNew = isStrange && (!this.#parts.origins.has(after.draft) || this.#isBareCopy(given));
    const isCopy = Object.hasOwn(after.draft, "_unknownFields") && this.#isUntouched(known, given);
    if (isNew && (value === undefined || !isCopy)) {
      // Of a value that is as it was read, what another writer has made of it stays.
      const isRead = value !== undefined && isDeepStrictEqual(given.before?.tree[known.name], value);
      return new Either([exactly(value), kept, ...(isRead ? [exactly(own)] : [])]);
    }
    if (!(isWritten && isCleared) && this.#isUntouched(known, given))
      return isSwitched ? undefined : exactly(own);
    if (this.#isContested(field, known, given)) return anything;
    if (isStrange) return kept;
    if (value !== undefined) return this.#value(field, known, given, value);
    const mayStay = this.#parts.kind === "update" && behaviors.includes("IMMUTABLE") && !isSwitched;
    return mayStay ? new Either([undefined, exactly(there)]) : undefined;
  }

  /** What a server takes of a value that may be there already, where nobody can see it. */
  #settable(field: DescField, value: TreeValue | undefined, isInList: boolean): TreeValue | undefined {
    const { behaviors } = this.#parts;
    return value === undefined ? undefined : settableValue(field, value, behaviors, isInList);
  }

  /**
   * What the client does not know stays with its message. Where `update` sends
   * another message to a place, the place may keep it; what is hidden besides,
   * nobody can carry along.
   */
  #unknown(field: DescField, given: Given): Want {
    const [own, there] = [given.own?.[field.name], given.there?.[field.name]];
    const behaviors = this.#parts.behaviors(field);
    // Under a map key a server holds on to what is fixed, and the client does not know that it is.
    if (given.isShifted && !given.isInList && behaviors.includes("IMMUTABLE")) return anything;
    // Who makes a message anew carries nothing along for servers that let it take a place.
    const isRemade = !this.#parts.origins.has(given.after.draft) || this.#isBareCopy(given);
    // An object from elsewhere, in a message that was made anew, comes with what it carries.
    if (given.own === undefined && Object.hasOwn(given.after.draft, "_unknownFields")) return anything;
    const mayGo = given.isTaken === true && isRemade;
    if (!given.isShifted) return mayGo ? new Either([undefined, exactly(own)]) : exactly(own);
    const isExact = this.#parts.kind === "modify";
    // A message made anew inside of one that has moved carries nothing of the one before it.
    const isNew = !this.#parts.origins.has(given.after.draft);
    const isLost = isNew || behaviors.includes("INPUT_ONLY");
    // Of an object made anew nobody knows that it has come from elsewhere: what nobody can see of the place may stay.
    const isMade = !this.#parts.given.has(given.after.draft);
    if (isExact && isLost) return new Either([undefined, exactly(own), ...(isMade ? [exactly(there)] : [])]);
    // The very object, from a list or map of a message that was made anew, comes with what it carries.
    if (isExact && given.own === undefined) return anything;
    if (isExact && own === undefined) return undefined;
    // `update` has not seen what was read, so a copy by JSON carries nothing that its client does not know.
    const isBare = !isExact && !Object.hasOwn(given.after.draft, "_unknownFields");
    if (own === undefined || isLost || isBare) return new Either([undefined, exactly(own), exactly(there)]);
    const isHeld = !given.isInList;
    const moved = movedValue(field, own, { behaviors: this.#parts.behaviors, isExact, isHeld });
    return given.isMoved && !isExact ? new Either([moved, exactly(there)]) : moved;
  }

  /**
   * Whether a message is a copy by JSON of one that carried what its client does not know, and `update` sends it: the
   * request is all that `update` has, so it knows neither those fields nor the numbers of closed enums among them.
   */
  #isBareCopy({ before, after }: Given): boolean {
    const [was, is] = [before?.draft, after.draft].map((one) => Object.hasOwn(one ?? {}, "_unknownFields"));
    return this.#parts.kind === "update" && was === true && is === false;
  }

  /** The member of the field's oneof that the client sets in its place. */
  #otherMember(field: DescField, given: Given): DescField | undefined {
    const { oneof } = field;
    if (!oneof || (this.#parts.kind === "modify" && !this.#isGroupTouched(oneof.name, given)))
      return undefined;
    const group = given.client.oneofs.find(({ name }) => name === oneof.name);
    return group?.fields.find(
      (member) => member.name !== field.name && given.after.tree[member.name] !== undefined,
    );
  }

  /** Whether another member looks as it did and was made anew: nobody can tell whether the program meant to set it. */
  #isGroupUnsure(field: DescField, { client, before, after }: Given): boolean {
    const group = client.oneofs.find(({ name }) => name === field.oneof?.name);
    const member = group?.fields.find(({ name }) => after.tree[name] !== undefined);
    if (!member || !before || member.name === field.name || !holdsMessages(member)) return false;
    const [old, now] = [readField(before.draft, member), readField(after.draft, member)];
    return (
      isDeepStrictEqual(before.tree[member.name], after.tree[member.name]) &&
      !isSameDraft(this.#parts.origins, old, now)
    );
  }

  #isGroupTouched(name: string, { client, before, after }: Given): boolean {
    const group = client.oneofs.find((oneof) => oneof.name === name);
    return (group?.fields ?? []).some(
      (member) => !isDeepStrictEqual(before?.tree[member.name], after.tree[member.name]),
    );
  }

  #isUntouched(field: DescField, given: Given): boolean {
    const { before, after, isShifted } = given;
    if (this.#parts.kind === "update" || this.#source(field, given)) return false;
    // Inside of it there may be what does not come along.
    if (isShifted && holdsMessages(field) && after.tree[field.name] !== undefined) return false;
    if (!isDeepStrictEqual(before?.tree[field.name], after.tree[field.name])) return false;
    // Absent on both sides, and what stands for it may differ; or a value, which is all that it is.
    if (after.tree[field.name] === undefined || !holdsMessages(field)) return true;
    return isSameDraft(
      this.#parts.origins,
      before && readField(before.draft, field),
      readField(after.draft, field),
    );
  }

  #isContested(field: DescField, known: DescField, given: Given): boolean {
    const { own, before } = given;
    const source = this.#source(known, given);
    if (source) {
      const names = own && this.#parts.contested.get(own);
      if (own === undefined || names?.has(field.name) || names?.has(source.name)) return true;
    }
    if (own === undefined) return before !== undefined && isSentWhole(field);
    const how = this.#parts.contested.get(own)?.get(field.name);
    return how === "whole" || (how === "number" && this.#parts.kind === "update");
  }

  #value(field: DescField, known: DescField, { isTaken, ...rest }: Given, value: TreeValue): Want {
    const { before, after } = rest;
    const given = { ...rest, isTaken: isTaken === true || isTakenWhole(field, this.#parts.manner) };
    const type = field.message;
    if (!type || !holdsMessages(field) || !known.message) return exactly(value);
    const held = { own: given.own?.[field.name], there: given.there?.[field.name] };
    const old = { tree: before?.tree[field.name], draft: before && readField(before.draft, known) };
    const now = { tree: value, draft: readField(after.draft, known) };
    const several = { ...given, client: known.message, held, old, now };
    if (isTreeList(value)) return wantedList(this.#parts, several, this.#messageOf(type));
    if (isTreeMap(value)) return wantedMap(this.#parts, several, this.#messageOf(type));
    return this.#structure(type, several, this.#source(known, given));
  }

  /** Where a structure that has moved stood before. */
  #source(field: DescField, { client, before, after }: Given): DescField | undefined {
    const draft = readField(after.draft, field);
    const isStructure = field.fieldKind === "message" && holdsMessages(field) && draft !== undefined;
    const origin = isStructure ? this.#parts.origins.get(draft as object) : undefined;
    return movedFrom(client, field, before?.draft, origin);
  }

  #messageOf(type: DescMessage): (given: Given) => WantedMessage {
    return (given) => this.message(type, given);
  }

  #structure(type: DescMessage, several: Several, source: DescField | undefined): Want {
    const { client, held, old, now, before, isInList, isShifted, isTaken, isMoved } = several;
    const own = source ? several.own?.[source.name] : held.own;
    const [tree, draft] = source
      ? [before?.tree[source.name], before && readField(before.draft, source)]
      : [old.tree, old.draft];
    const after = { tree: asTree(now.tree), draft: now.draft as Draft };
    const there = held.there === undefined ? undefined : asTree(held.there);
    const common = { there, after, client, isInList, isTaken };
    const want = this.message(type, {
      ...common,
      own: own === undefined ? undefined : asTree(own),
      before: tree === undefined ? undefined : { tree: asTree(tree), draft: draft as Draft },
      isShifted: isShifted || source !== undefined,
      isMoved: isMoved === true || source !== undefined,
    });
    // What was made anew, and shows nothing of what it was before it moved, is new for all that anybody can see.
    const isOther = tree !== undefined && !mayBeSame(client, asTree(tree), after.tree, this.#parts.behaviors);
    if (source && isOther && !this.#parts.given.has(after.draft))
      return new Either([
        want,
        this.message(type, { ...common, own: there, before: undefined, isShifted: true }),
      ]);
    // Someone has taken it away, and the program asked for nothing in it but that something be gone, which it is.
    return own === undefined && tree !== undefined && isUnsure(want) ? new Either([undefined, want]) : want;
  }
}
