import type { GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { innerMessages, type Plain, readField } from "./message-fields.js";

/** The JSON of a message, and its shown form. */
interface Forms {
  readonly json: { readonly [name: string]: GuideJson };
  readonly shown: { readonly [name: string]: GuideJson };
}

/**
 * Whether the shown form of a list element omits a value: a field that the SDK does not know, an INPUT_ONLY field, which no
 * response contains, or a field that was left out. Lists inside it are not considered, because their elements have markers.
 */
export function omitsValues(
  service: Service,
  type: string,
  message: object,
  { json, shown }: Forms,
): boolean {
  if (((message as Plain)["_unknownFields"] as readonly unknown[] | undefined)?.length) return true;
  if (Object.keys(json).some((name) => !Object.hasOwn(shown, name))) return true;
  return service.message(type).fields.some((field) => {
    const name = service.jsonName(field);
    const [own, inner] = [json[name], shown[name]];
    if (own === undefined) {
      if (field.oneof !== undefined && hasOtherMember(service, type, field.oneof, json)) return false;
      const isInput = field.behaviors?.includes("INPUT_ONLY") === true;
      return isInput || (service.isStructure(field) && hasInputOnly(service, field.type ?? ""));
    }
    if (field.isList || !service.isDescribed(field)) return false;
    const messages = innerMessages(service, field, readField(service, type, message, field));
    if (typeof own !== "object" || typeof inner !== "object") return false;
    if (field.mapKey === undefined)
      return messages.some((one) => omitsValues(service, field.type ?? "", one, toForms(own, inner)));
    const [values, shownValues] = [Object.values(own ?? {}), Object.values(inner ?? {})];
    return messages.some((one, at) =>
      omitsValues(service, field.type ?? "", one, toForms(values[at], shownValues[at])),
    );
  });
}

function toForms(json: unknown, shown: unknown): Forms {
  return { json: (json ?? {}) as Forms["json"], shown: (shown ?? {}) as Forms["shown"] };
}

function hasOtherMember(service: Service, type: string, oneof: string, json: Forms["json"]): boolean {
  return service
    .message(type)
    .fields.some((one) => one.oneof === oneof && json[service.jsonName(one)] !== undefined);
}

/** Whether a message type has INPUT_ONLY fields, also in messages inside it. */
export function hasInputOnly(service: Service, type: string, seen = new Set<string>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return service
    .message(type)
    .fields.some(
      (field) =>
        field.behaviors?.includes("INPUT_ONLY") === true ||
        (service.isStructure(field) && hasInputOnly(service, field.type ?? "", seen)),
    );
}
