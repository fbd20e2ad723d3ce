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
import { type ResourceChange, findSharedFields } from "./shared-fields.js";

/** Fields of `metadata` that the server manages even without an annotation (conventions, section 2). */
const managedMetadata: readonly string[] = ["resource_version", "created_at", "updated_at", "created_by"];

/**
 * Rejects changes that no Update can make and that would be lost silently: another value in `status` or in another field
 * that the request lacks, in an OUTPUT_ONLY field, or in a server-managed field of `metadata`. An omitted value does not count as a change. Moved or copied messages may keep their server-managed values.
 *
 * @throws ImmutableFieldError that names the field.
 * @throws TypeError for a value that does not fit its field.
 */
export function rejectServerManagedChanges({
  resourceTable,
  requestTable,
  before,
  after,
  handedOut,
}: ResourceChange): void {
  const now = fill(resourceTable as MessageTable<object>, after);
  const inRequest = new Set(
    findSharedFields(requestTable, resourceTable).map(({ ofResource }) => ofResource),
  );
  new ServerManagedCheck(
    resourceTable,
    before,
    composeOrigins(pairByPlace(resourceTable, now, after), handedOut),
  ).check({
    table: resourceTable,
    old: before as Properties,
    now: now as Properties,
    path: "",
    isServerManaged: (field) => !inRequest.has(field),
  });
}

const reason = "is managed by the server, so setting it has no effect: leave it as it was read";

/** Two states of one structure. */
interface Pair {
  readonly table: MessageTable;
  readonly old: Properties | undefined;
  readonly now: Properties;
  readonly path: string;
  /** Whether the server manages a field of this structure that is not OUTPUT_ONLY. */
  readonly isServerManaged?: ((field: Field) => boolean) | undefined;
}

class ServerManagedCheck {
  readonly #table: MessageTable;
  readonly #before: object;
  readonly #lineage: KnownOrigins;

  constructor(table: MessageTable, before: object, knownOrigins: KnownOrigins) {
    this.#table = table;
    this.#before = before;
    this.#lineage = knownOrigins;
  }

  check({ table, old, now, path, isServerManaged }: Pair): void {
    for (const field of table.fields) {
      if (!isSerialized(now, field)) continue;
      const place = path + field.name;
      const [was, is] = [old && readField(old, field), readField(now, field)];
      if (field.behaviors.includes("OUTPUT_ONLY") || isServerManaged?.(field)) {
        const isChanged = toCanonicalText(was) !== toCanonicalText(is) && !this.#isCopied(table, field, is);
        if (isChanged) throw new ImmutableFieldError(place, reason);
        continue;
      }
      const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
      if (inside === undefined || this.#hasMoved(is as Properties, was)) continue;
      this.check({
        table: inside,
        old: was as Properties | undefined,
        now: is as Properties,
        path: `${place}.`,
        isServerManaged:
          place === "metadata" ? (one: Field) => managedMetadata.includes(one.name) : undefined,
      });
    }
  }

  #hasMoved(structure: object, was: unknown): boolean {
    const origin = this.#lineage.get(structure);
    return origin !== undefined && origin !== was;
  }

  /** Whether a message of the type had the value before, so that this one may be a copy of it. */
  #isCopied(table: MessageTable, field: Field, value: unknown): boolean {
    const text = toCanonicalText(value);
    const isIn = (type: MessageTable, message: Properties): boolean =>
      (type.typeName === table.typeName && toCanonicalText(readField(message, field)) === text) ||
      type.fields.some((one) => {
        const inside = structureTable(one.shape.type);
        return inside && listMessages(message, one).some(([, inner]) => isIn(inside, inner));
      });
    return isIn(this.#table, this.#before as Properties);
  }
}
