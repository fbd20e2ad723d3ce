import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { isJsonObject, isSameJson } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import { innerMessages, mapEntries, readField } from "./message-fields.js";
import { hasInputOnly } from "./omitted-values.js";
import type { ShownMessage } from "./shown-message.js";

/** Options of `refuseInputLoss`. */
interface InputLossOptions {
  readonly before: GuideJson;
  readonly shown: ShownMessage;
  readonly isWhole: boolean;
}

/**
 * Refuses a change of a list or of a map value that an Update with a field mask sends whole (AIP-161), if an element that was
 * there lacks an INPUT_ONLY value. The server would clear it, because no response contains it.
 *
 * @param before The JSON of the message before the change, with its secrets.
 * @param isWhole Whether a document replaces the whole message, so that a person confirms the loss instead.
 * @returns Descriptions of the messages that lose INPUT_ONLY values. Empty unless `isWhole`.
 * @throws A UsageError that names the field.
 */
export function refuseInputLoss(
  service: Service,
  type: string,
  message: object,
  { before, shown, isWhole }: InputLossOptions,
): readonly string[] {
  const after = service.codec.toJson({ kind: "message", type }, message, true);
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return service.message(type).fields.flatMap((field) => {
    const name = service.jsonName(field);
    const value = readField(service, type, message, field);
    const inner = innerMessages(service, field, value);
    if (inner.length === 0 || isSameJson(before[name], after[name])) return [];
    if (service.isStructure(field)) {
      const inside = { before: before[name] ?? null, shown, isWhole };
      return inner.flatMap((one) => refuseInputLoss(service, field.type ?? "", one, inside));
    }
    const isSent = (one: object): boolean =>
      field.isList === true || isChanged(one, field, value, before[name], after[name]);
    const lost = inner
      .filter((one) => isSent(one) && shown.parts.has(one) && lacksInput(service, field.type ?? "", one))
      .map((one) => shown.parts.get(one)?.path.replace(/\.$/, "") ?? "");
    const [path] = lost;
    if (path !== undefined && !isWhole)
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${field.name} is sent whole, and the server would clear the INPUT_ONLY values of ${path}, which no response contains; set them in the same update (of apply, with --send-secrets)`,
      );
    return lost.map((one) => `${one} (its INPUT_ONLY values)`);
  });
}

/** Whether the value of a map that contains a message has changed. */
function isChanged(
  one: object,
  { mapKey }: GuideField,
  value: unknown,
  before: GuideJson | undefined,
  after: GuideJson | undefined,
): boolean {
  if (mapKey === undefined || !isJsonObject(before) || !isJsonObject(after)) return true;
  const key = String(mapEntries(value).find(([, inner]) => inner === one)?.[0]);
  return !isSameJson(before[key], after[key]);
}

/** Whether a message lacks an INPUT_ONLY value, also in messages inside it. */
function lacksInput(service: Service, type: string, message: object): boolean {
  const json = service.codec.toJson({ kind: "message", type }, message, true);
  return service.message(type).fields.some((field) => {
    const isAbsent = !isJsonObject(json) || json[service.jsonName(field)] === undefined;
    if (isAbsent && field.behaviors?.includes("INPUT_ONLY")) return true;
    const inner = innerMessages(service, field, readField(service, type, message, field));
    if (inner.length === 0) return service.isStructure(field) && hasInputOnly(service, field.type ?? "");
    return inner.some((one) => lacksInput(service, field.type ?? "", one));
  });
}
