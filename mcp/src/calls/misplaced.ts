import { findField, isJsonObject } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";
import { Refusal } from "../text/refusal.js";

/** The arguments of tools that belong beside `request`. */
const beside = ["clear", "fields", "ids", "list", "query", "set", "skip"] as const;

/** Refuses a request with an argument of the tool in it, unless the request has a field of that name. */
export function refuseMisplaced({ service, method }: OpenMethod, request: GuideJson): void {
  if (!isJsonObject(request)) return;
  const name = beside.find((one) => Object.hasOwn(request, one) && !findField(service, method.request, one));
  if (name !== undefined)
    throw new Refusal("ARGUMENT_INVALID", `${name} is an argument beside request, and was found inside it`);
}
