import { toCanonicalText } from "../../messages/mask/fields/canonical-text.js";
import { listMessages, structureTable } from "../../messages/mask/fields/message-fields.js";
import {
  type KnownOrigins,
  pairByPlace,
  composeOrigins,
} from "../../messages/mask/elements/known-origins.js";
import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import { isSerialized, readField, type Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { type Change, sharedFields } from "./resource-change.js";

/** Fields of `metadata` that are the server's also if no option says so (conventions, section 2). */
const serversMetadata: readonly string[] = ["resource_version", "created_at", "updated_at", "created_by"];

/**
 * Refuses a change that no Update would make, and that would be lost in silence: another value in `status` or in
 * anything else that the request does not take, in an OUTPUT_ONLY field, or in what the server writes of `metadata`.
 * Elements of lists and values of maps keep theirs wherever they go, and so does a structure that is elsewhere now or is
 * a copy. A value that is left out says nothing.
 *
 * @throws ImmutableFieldError that names the field.
 * @throws TypeError for a value that a field cannot hold.
 */
export function requireServersOwn({ resourceTable, requestTable, before, after, handedOut }: Change): void {
  const now = fill(resourceTable as MessageTable<object>, after);
  const taken = new Set(sharedFields(requestTable, resourceTable).map(({ ofResource }) => ofResource));
  new ServersOwn(
    resourceTable,
    before,
    composeOrigins(pairByPlace(resourceTable, now, after), handedOut),
  ).check({
    table: resourceTable,
    old: before as Properties,
    now: now as Properties,
    path: "",
    isServers: (field) => !taken.has(field),
  });
}

const serversAlone =
  "is written by the server alone, so setting it would do nothing: leave it as it was read";

/** Two states of one structure. */
interface Pair {
  readonly table: MessageTable;
  readonly old: Properties | undefined;
  readonly now: Properties;
  readonly path: string;
  /** Whether a field of this structure is the server's, beside those that say so. */
  readonly isServers?: ((field: Field) => boolean) | undefined;
}

class ServersOwn {
  readonly #table: MessageTable;
  readonly #before: object;
  readonly #lineage: KnownOrigins;

  constructor(table: MessageTable, before: object, knownOrigins: KnownOrigins) {
    this.#table = table;
    this.#before = before;
    this.#lineage = knownOrigins;
  }

  check({ table, old, now, path, isServers }: Pair): void {
    for (const field of table.fields) {
      if (!isSerialized(now, field)) continue;
      const place = path + field.name;
      const [was, is] = [old && readField(old, field), readField(now, field)];
      if (field.behaviors.includes("OUTPUT_ONLY") || isServers?.(field)) {
        const isChanged = toCanonicalText(was) !== toCanonicalText(is) && !this.#isCopied(table, field, is);
        if (isChanged) throw new ImmutableFieldError(place, serversAlone);
        continue;
      }
      const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
      if (inside === undefined || this.#hasMoved(is as Properties, was)) continue;
      this.check({
        table: inside,
        old: was as Properties | undefined,
        now: is as Properties,
        path: `${place}.`,
        isServers: place === "metadata" ? (one: Field) => serversMetadata.includes(one.name) : undefined,
      });
    }
  }

  #hasMoved(structure: object, was: unknown): boolean {
    const origin = this.#lineage.get(structure);
    return origin !== undefined && origin !== was;
  }

  /** Whether some message of the type had the value before: what is a copy of it keeps it. */
  #isCopied(table: MessageTable, field: Field, value: unknown): boolean {
    const text = toCanonicalText(value);
    const isIn = (type: MessageTable, message: Properties): boolean =>
      (type.typeName === table.typeName && toCanonicalText(readField(message, field)) === text) ||
      type.fields.some((one) => {
        const inside = structureTable(one.shape.type);
        return inside && listMessages(message, one).some(([, held]) => isIn(inside, held));
      });
    return isIn(this.#table, this.#before as Properties);
  }
}
