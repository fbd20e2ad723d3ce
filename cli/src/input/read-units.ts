import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { findField, isJsonObject, type Service } from "@stratus/dynamic-client";
import { readByteSize } from "./byte-size.js";
import { durationJson } from "./duration.js";
import { enumValue, knownName, valueKind } from "./read-value.js";

const numbers: ReadonlySet<string> = new Set(["double", "float", "number"]);

/**
 * Replaces sizes with a unit, such as `4Gi`, durations such as `1h30m`, and short names of enum values, as flags accept them, in
 * the JSON of a message.
 *
 * @param from The file or flag, for errors.
 * @throws A UsageError that names the field, if a unit is unknown or ambiguous.
 */
export function readUnits(service: Service, type: string, json: GuideJson, from: string): GuideJson {
  return inMessage(service, type, json, `${from}: `);
}

/** Replaces them in the JSON of a field: a value, or a whole list or map. */
export function readFieldUnits(
  service: Service,
  field: GuideField,
  json: GuideJson,
  place: string,
): GuideJson {
  if (Array.isArray(json) && field.isList) {
    const one = { ...field, isList: undefined };
    return (json as readonly GuideJson[]).map((value, at) =>
      readFieldUnits(service, one, value, `${place}.${at}`),
    );
  }
  if (isJsonObject(json) && field.mapKey !== undefined) {
    const one = { ...field, mapKey: undefined };
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [
        key,
        readFieldUnits(service, one, value, `${place}.${key}`),
      ]),
    );
  }
  if (service.isDescribed(field)) return inMessage(service, field.type ?? "", json, `${place}.`);
  if (typeof json !== "string") return json;
  // A duration in seconds is JSON already, and stays in the form in which it was shown.
  if (knownName(field) === "Duration") return /^-?[\d.]+s$/.test(json) ? json : (durationJson(json) ?? json);
  const kind = valueKind(field);
  if (kind === "enum") return enumValue(service.enum(field.type), json)?.name ?? json;
  if (!/int|fixed/.test(kind) && !numbers.has(kind)) return json;
  const size = readByteSize({ name: field.name, kind }, json, place);
  if (size === undefined) return json;
  return kind.includes("64") ? size : Number(size);
}

function inMessage(service: Service, type: string, json: GuideJson, place: string): GuideJson {
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const field = findField(service, type, name);
      return [name, field ? readFieldUnits(service, field, value, `${place}${field.name}`) : value];
    }),
  );
}
