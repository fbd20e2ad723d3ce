import { OptionsError } from "../../base/text/options-error.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { isRecord, propertyName, readField, type Properties } from "../../messages/table/field-access.js";
import { listEntries } from "../../messages/table/map-form.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { Metadata } from "../rpc/metadata.js";
import type { CallOptions, UpdateOptions } from "../chain/call-options.js";

/** Fields that a server retains even if no option marks them (conventions, section 2). */
const managedPaths = ["id", "parent_id", "resource_version", "created_at", "updated_at", "created_by"].map(
  (name) => `metadata.${name}`,
);

/** The maximum number of paths that the error names. */
const maxNamedPaths = 3;

/**
 * Rejects an Update without a mask whose request is only a part of the resource, because everything that it omits would be
 * cleared. A request is whole if each message in it has a property for every field without presence, as those of responses,
 * `create` and `fromJson` have. `undefined` clears a field on purpose. The compiler requires the same, but plain JavaScript
 * does not.
 *
 * @param maskHeader The name of the header that may have the mask instead of the option.
 * @throws OptionsError that names the first paths that would be cleared.
 */
export function rejectPartialUpdate(
  table: MessageTable,
  request: unknown,
  options: CallOptions,
  maskHeader: string,
): void {
  const { resetMask } = options as Partial<UpdateOptions<object>>;
  if (resetMask !== undefined || !isRecord(request)) return;
  if (options.metadata !== undefined && Metadata.from(options.metadata).has(maskHeader)) return;
  const missing = listMissing(table, request, false).filter((path) => !managedPaths.includes(path));
  if (missing.length === 0) return;
  const more = missing.length - maxNamedPaths;
  throw new OptionsError(
    "OPTION_MISSING",
    `resetMask is required, because the request is not the whole resource: the update would clear ` +
      `${missing.slice(0, maxNamedPaths).join(", ")}${more > 0 ? ` and ${more} more` : ""}. Call modify to change only ` +
      "some fields, give the resource that was read in the option carry, or name the fields to clear in resetMask " +
      `("" for none)`,
    { option: "resetMask" },
  );
}

/** Lists the paths of fields without presence that a message in the request has no property for. */
function listMissing(table: MessageTable, message: Properties, isInList: boolean): string[] {
  return table.fields.flatMap((field) => {
    const inside = structureTable(field.shape.type);
    if (!Object.hasOwn(message, propertyName(field)))
      return isClearedIfOmitted(field, isInList) ? [field.name] : [];
    if (inside === undefined || field.isUnsent) return [];
    const value = readField(message, field);
    if (!isRecord(value)) return [];
    const { kind } = field.shape;
    if (kind === "single") return prefixed(field.name, listMissing(inside, value, isInList));
    return listEntries(value).flatMap(([key, one]) =>
      isRecord(one)
        ? prefixed(`${field.name}.${key}`, listMissing(inside, one, isInList || kind === "list"))
        : [],
    );
  });
}

function prefixed(prefix: string, paths: readonly string[]): string[] {
  return paths.map((path) => `${prefix}.${path}`);
}

/** Whether a field has no presence, and the server clears it if the request omits it. */
function isClearedIfOmitted(
  { shape, oneof, hasPresence, isUnsent, behaviors }: Field,
  isInList: boolean,
): boolean {
  const isMessage = shape.type.kind === "message" || shape.type.kind === "wellKnown";
  if (oneof || hasPresence || isUnsent || (shape.kind === "single" && isMessage)) return false;
  const retained = isInList ? ["OUTPUT_ONLY", "INPUT_ONLY"] : retainedBehaviors;
  return !behaviors.some((behavior) => retained.includes(behavior));
}

/** Behaviors of fields that a server retains if a request omits them. */
const retainedBehaviors: readonly string[] = ["OUTPUT_ONLY", "INPUT_ONLY", "IDENTIFIER", "IMMUTABLE"];
