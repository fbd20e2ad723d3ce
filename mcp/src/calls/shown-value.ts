import { hideResource } from "@stratus/dynamic-client";
import type { GuideForm, GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";

/** Converts a response to JSON without secrets. */
export type ShowValue = (open: OpenMethod, form: GuideForm, value: unknown) => GuideJson;

/** Converts a response to JSON in which all hidden values are equal, so that only what is shown counts in a comparison. */
export const plainValue: ShowValue = ({ service }, form, value) => service.codec.toJson(form, value);

/**
 * Converts a response to JSON without secrets. In a resource that an Update of its service changes, hidden values are markers
 * (`[hidden 1]`, `$omitted`), so that a plan can send a list back that contains them.
 */
export function shownValue({ service }: OpenMethod, form: GuideForm, value: unknown): GuideJson {
  const update = service.updates.find((one) => service.inputType(one) === form.type);
  if (!update || form.isList || typeof value !== "object" || value === null)
    return service.codec.toJson(form, value);
  return hideResource(service, update, value).json;
}
