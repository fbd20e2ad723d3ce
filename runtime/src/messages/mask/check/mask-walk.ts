import {
  isScalarType,
  isSerialized,
  readField,
  writeField,
  type Properties,
} from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import { listEntries, toMap, type MapEntry } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { requireKnownNames } from "../../../base/text/options-error.js";
import type { MaskCursor } from "../text/mask-cursor.js";
import {
  belowScalarError,
  notAnIndexError,
  omittedFieldError,
  requiredMissingError,
  pastWildcardError,
  throughOneofError,
  throughUnknownError,
  unknownFieldError,
} from "./mask-path-errors.js";
import { formatKey } from "../text/mask-tree.js";
import { mergedTable, structureTable } from "../fields/message-fields.js";

/** Options for checking a mask. */
export interface MaskCheckOptions {
  /**
   * The paths to reject. Default: those that may clear more than they name. `true`: also unknown fields at the end of
   * a path, which a newer server may know. `false`: none.
   */
  readonly strict?: boolean | undefined;
}

/** A message; undefined if only its type is known. */
type Message = Properties | undefined;

/**
 * Follows a given mask through a message type, and through the request if there is one. Checks each path, and adds the omitted
 * structures that paths lead through as empty ones. The request is not changed. Changes are made in a copy.
 */
export class MaskWalk {
  readonly #strict: boolean | undefined;

  constructor(options: MaskCheckOptions) {
    requireKnownNames(options, ["strict"], "mask");
    this.#strict = options.strict;
  }

  /**
   * Prepares a message.
   *
   * @param path the path of the message; empty for the request itself
   * @throws MaskPathError
   */
  message(table: MessageTable, message: Message, mask: MaskCursor, path: string): Message {
    if (this.#strict !== false) this.#checkNames(table, mask, path);
    let prepared = message;
    for (const field of table.fields) {
      const inside = mask.at(field.name);
      if (!inside.leadsOn) continue;
      const place = below(path, field.name);
      const old = message && readField(message, field);
      const isOmitted = message !== undefined && !isSerialized(message, field);
      const value = isOmitted
        ? this.#prepareOmitted(field, inside, place)
        : this.#prepareField(field, old, inside, place);
      if (!prepared || value === undefined || value === old) continue;
      if (prepared === message) prepared = { ...message };
      writeField(prepared, field, value);
    }
    return prepared;
  }

  /** Checks the names at one place. Nothing can be sent under a wildcard, a oneof or an unknown field. */
  #checkNames(table: MessageTable, mask: MaskCursor, path: string): void {
    if (mask.any.leadsOn) throw pastWildcardError(table, mask.any, path);
    for (const key of mask.keys) {
      if (table.byName.has(key)) continue;
      const place = below(path, formatKey(key));
      const inside = mask.named(key);
      const members = table.fields.filter(({ oneof }) => oneof?.name === key);
      if (inside.leadsOn) {
        throw members.length > 0
          ? throughOneofError(members, inside, { path, place })
          : throughUnknownError(table, key, inside, { path, place });
      }
      if (members.length === 0 && (this.#strict || isComplete(table)))
        throw unknownFieldError(table, key, place);
    }
  }

  /** Prepares a field that the mask leads into and the request omits. */
  #prepareOmitted(field: Field, mask: MaskCursor, path: string): unknown {
    const { shape, oneof } = field;
    const { type } = shape;
    // The mask names the field itself, so it is cleared as a whole. Other paths are only checked.
    if (mask.isEnd) return this.#prepareField(field, undefined, mask, path);
    const table = mergedTable(field);
    if (this.#strict !== false && table?.fields.some(({ isRequired }) => isRequired))
      throw requiredMissingError(table, path);
    if (table) return this.message(table, fill(table as MessageTable<object>, {}) as Properties, mask, path);
    if (this.#strict === false) return undefined;
    if (shape.kind !== "single") throw omittedFieldError(`the ${shape.kind}`, `the ${shape.kind}`, path);
    if (isScalarType(type)) throw belowScalarError(path);
    if (field.wire === "group") throw omittedFieldError("the group", "it", path);
    if (oneof) throw omittedFieldError(`a member of the oneof ${oneof.name},`, "the member", path);
    throw omittedFieldError(`the ${typeText(type)}`, "the value", path);
  }

  /** Prepares a field that the request carries, or of which only the type is known. */
  #prepareField({ shape }: Field, value: unknown, mask: MaskCursor, path: string): unknown {
    const { type } = shape;
    if (shape.kind === "single") return this.#prepareValue(type, value, mask, path);
    const entries = listEntries(value);
    if (this.#strict !== false) this.#checkKeys(shape.kind, value && entries, { type, mask, path });
    const visit = ([key, one]: MapEntry): MapEntry => [
      key,
      this.#prepareValue(type, one, mask.at(key), below(path, formatKey(key))),
    ];
    if (shape.kind === "map") return value && toMap(shape.key, entries.map(visit));
    return value && entries.map((entry) => visit(entry)[1]);
  }

  /** Checks the indexes and keys of a mask. Those that lead into a value must be sent. */
  #checkKeys(
    kind: "list" | "map",
    sent: unknown,
    { type, mask, path }: { type: ValueType; mask: MaskCursor; path: string },
  ): void {
    const known = Array.isArray(sent) ? new Set(sent.map(([key]: MapEntry) => key)) : undefined;
    for (const key of mask.keys) {
      const place = below(path, formatKey(key));
      if (kind === "list" && !/^(?:0|[1-9][0-9]*)$/.test(key)) throw notAnIndexError(key, path);
      // A wildcard reaches only values that are sent, so it is not checked here.
      const inside = mask.named(key);
      if (known === undefined) this.#prepareValue(type, undefined, inside, place);
      else if (inside.leadsOn && !known.has(key)) {
        throw isScalarType(type)
          ? belowScalarError(place)
          : omittedFieldError(`the ${elementName[kind]}`, "it", place);
      }
    }
    if (known === undefined) this.#prepareValue(type, undefined, mask.any, below(path, "*"));
  }

  #prepareValue(type: ValueType, value: unknown, mask: MaskCursor, path: string): unknown {
    if (!mask.leadsOn) return value;
    if (type.kind === "message") return this.message(type.table, value as Message, mask, path);
    if (type.kind === "wellKnown") {
      const { table, toMessage } = wellKnownForm(type.name);
      // Nothing is added here, because these types contain only members of oneofs, lists and maps.
      this.message(table, value === undefined ? undefined : (toMessage(value) as Properties), mask, path);
    } else if (this.#strict !== false) throw belowScalarError(path);
    return value;
  }
}

const elementName = { list: "element", map: "value" } as const;

const below = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);

/** Whether a type is one of `google.protobuf`, so that all of its fields are known. */
function isComplete(table: MessageTable): boolean {
  return structureTable({ kind: "message", table }) === undefined;
}

function typeText(type: ValueType): string {
  if (type.kind === "wellKnown") return type.name;
  return type.kind === "message" ? type.table.typeName : type.kind;
}
