import { isSerialized, readField, writeField, type Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import { entriesOf, mapFrom, type MapEntry } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { requireKnownNames } from "../../../base/text/options-error.js";
import type { MaskCursor } from "../text/mask-cursor.js";
import {
  belowNothing,
  notAnIndex,
  notSent,
  notWhole,
  pastWildcard,
  throughOneof,
  throughUnknown,
  unknownField,
} from "./mask-path-errors.js";
import { printKey } from "../text/mask-tree.js";
import { mergedTable, structureTable } from "../fields/message-fields.js";

/** How strictly a mask of a caller's own is taken. */
export interface MaskCheckOptions {
  /**
   * What is refused. Undefined: each path that a server may take for more than
   * it says. `true`: also a field at the end of a path that the message type does
   * not have, though the server may. `false`: nothing.
   */
  readonly strict?: boolean | undefined;
}

/** A message on the way; undefined if only its type is known. */
type Message = Properties | undefined;

/**
 * Follows a mask of a caller's own through a message type, and through the
 * request where there is one. Checks each path, and adds the structures that the
 * paths lead through, empty. The request itself is not changed: what differs is
 * a copy.
 */
export class MaskWalk {
  readonly #strict: boolean | undefined;

  constructor(options: MaskCheckOptions) {
    requireKnownNames(options, ["strict"], "mask");
    this.#strict = options.strict;
  }

  /** The message to send, with what the mask needs; throws a `MaskPathError`. Under the root the path is empty. */
  message(table: MessageTable, message: Message, mask: MaskCursor, path: string): Message {
    if (this.#strict !== false) this.#checkNames(table, mask, path);
    let prepared = message;
    for (const field of table.fields) {
      const inside = mask.at(field.name);
      if (!inside.leadsOn) continue;
      const place = below(path, field.name);
      const old = message && readField(message, field);
      const isAbsent = message !== undefined && !isSerialized(message, field);
      const value = isAbsent ? this.#absent(field, inside, place) : this.#held(field, old, inside, place);
      if (!prepared || value === undefined || value === old) continue;
      if (prepared === message) prepared = { ...message };
      writeField(prepared, field, value);
    }
    return prepared;
  }

  /** The names at one place. What is under a wildcard, a oneof or a field that the type does not have, nobody can send. */
  #checkNames(table: MessageTable, mask: MaskCursor, path: string): void {
    if (mask.any.leadsOn) throw pastWildcard(table, mask.any, path);
    for (const key of mask.keys) {
      if (table.byName.has(key)) continue;
      const place = below(path, printKey(key));
      const inside = mask.named(key);
      const members = table.fields.filter(({ oneof }) => oneof?.name === key);
      if (inside.leadsOn) {
        throw members.length > 0
          ? throughOneof(members, inside, { path, place })
          : throughUnknown(table, key, inside, { path, place });
      }
      if (members.length === 0 && (this.#strict || isComplete(table))) throw unknownField(table, key, place);
    }
  }

  /** The value to send for a field that the mask leads into and the request does not carry. */
  #absent(field: Field, mask: MaskCursor, path: string): unknown {
    const { shape, oneof } = field;
    const { type } = shape;
    // A wildcard names it itself, and so it is cleared with all that it holds: what paths say beside that is checked alone.
    if (mask.isEnd) return this.#held(field, undefined, mask, path);
    const table = mergedTable(field);
    if (this.#strict !== false && table?.fields.some(({ isRequired }) => isRequired))
      throw notWhole(table, path);
    if (table) return this.message(table, fill(table as MessageTable<object>, {}) as Properties, mask, path);
    if (this.#strict === false) return undefined;
    if (shape.kind !== "single") throw notSent(`the ${shape.kind}`, `the ${shape.kind}`, path);
    if (isScalarType(type)) throw belowNothing(path);
    if (field.wire === "group") throw notSent("the group", "it", path);
    if (oneof) throw notSent(`a member of the oneof ${oneof.name},`, "the member", path);
    throw notSent(`the ${typeText(type)}`, "the value", path);
  }

  /** The value of a field that is carried, or of which only the type is known, with what the mask needs inside. */
  #held({ shape }: Field, value: unknown, mask: MaskCursor, path: string): unknown {
    const { type } = shape;
    if (shape.kind === "single") return this.#value(type, value, mask, path);
    const entries = entriesOf(value);
    if (this.#strict !== false) this.#checkKeys(shape.kind, value && entries, { type, mask, path });
    const visit = ([key, one]: MapEntry): MapEntry => [
      key,
      this.#value(type, one, mask.at(key), below(path, printKey(key))),
    ];
    if (shape.kind === "map") return value && mapFrom(shape.key, entries.map(visit));
    return value && entries.map((entry) => visit(entry)[1]);
  }

  /** The indexes and keys of a mask, each of which must be sent where a path goes on from it. */
  #checkKeys(
    kind: "list" | "map",
    sent: unknown,
    { type, mask, path }: { type: ValueType; mask: MaskCursor; path: string },
  ): void {
    const known = Array.isArray(sent) ? new Set(sent.map(([key]: MapEntry) => key)) : undefined;
    for (const key of mask.keys) {
      const place = below(path, printKey(key));
      if (kind === "list" && !/^(?:0|[1-9][0-9]*)$/.test(key)) throw notAnIndex(key, path);
      // A wildcard reaches what is sent, and nothing else.
      const inside = mask.named(key);
      if (known === undefined) this.#value(type, undefined, inside, place);
      else if (inside.leadsOn && !known.has(key)) {
        throw isScalarType(type) ? belowNothing(place) : notSent(`the ${nameOfOne[kind]}`, "it", place);
      }
    }
    if (known === undefined) this.#value(type, undefined, mask.any, below(path, "*"));
  }

  #value(type: ValueType, value: unknown, mask: MaskCursor, path: string): unknown {
    if (!mask.leadsOn) return value;
    if (type.kind === "message") return this.message(type.table, value as Message, mask, path);
    if (type.kind === "wellKnown") {
      const { table, toMessage } = wellKnownForm(type.name);
      // Nothing is ever added inside these: only members, lists and maps are there.
      this.message(table, value === undefined ? undefined : (toMessage(value) as Properties), mask, path);
    } else if (this.#strict !== false) throw belowNothing(path);
    return value;
  }
}

const nameOfOne = { list: "element", map: "value" } as const;

const below = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);

function isScalarType({ kind }: ValueType): boolean {
  return kind === "scalar" || kind === "enum";
}

/** Whether a type is one of `google.protobuf`, all of whose fields are known. */
function isComplete(table: MessageTable): boolean {
  return structureTable({ kind: "message", table }) === undefined;
}

function typeText(type: ValueType): string {
  if (type.kind === "wellKnown") return type.name;
  return type.kind === "message" ? type.table.typeName : type.kind;
}
