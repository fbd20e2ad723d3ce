import { isJsonObject, isUnknownPath, readPath, type Change } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";
import type { Current } from "./plan.js";
import { valueAt } from "./differences.js";
import { versionFields } from "./resource-facts.js";

/** The versions that a request can have, so that the server refuses it if the resource has changed (AIP-154). */
const sentNames: readonly string[] = ["etag", "resource_version"];

/**
 * Returns the changes that put the version of a resource into a request that destroys it or acts on it. The request has to
 * have a field of the same name and kind that the caller left unset.
 */
export function versionChanges(open: OpenMethod, request: GuideJson, current: Current): readonly Change[] {
  const { service, method } = open;
  if (!isJsonObject(request)) return [];
  return versionFields(service, current.type, current.shown)
    .filter(({ name }) => sentNames.includes(name))
    .flatMap(({ kind, path, value }): readonly Change[] => {
      // The metadata of a request may be that of another resource, such as a copy.
      const id = [path[0] ?? "", "id"];
      const isSame = path.length === 1 || isEqual(valueAt(request, id), valueAt(current.shown, id));
      for (const place of [...(isSame ? [path] : []), path.slice(-1), ["body", ...path]]) {
        const found = readPath(service, method.request, place.join("."));
        if (isUnknownPath(found) || found.field.kind !== kind || found.field.isList) continue;
        if (found.field.behaviors?.includes("OUTPUT_ONLY")) continue;
        return valueAt(request, place) === undefined ? [{ path: found, value }] : [];
      }
      return [];
    });
}

function isEqual(one: GuideJson | undefined, other: GuideJson | undefined): boolean {
  return one !== undefined && one === other;
}
