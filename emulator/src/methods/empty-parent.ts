import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField, readAnnotations } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
import { readString } from "../messages/read.js";

/**
 * Refuses a List whose parent is empty, if it would list the resources of several parents. A program with an unset variable
 * would otherwise change the resources of all projects.
 *
 * A List may omit its parent if the API states so: the field is `optional`, has the behavior `OPTIONAL` or
 * `MEANINGFUL_EMPTY_VALUE`, or has rules that ignore the empty value. It may not if the API requires the field.
 *
 * @throws INVALID_ARGUMENT that names the field
 */
export function requireParent(
  cloud: Cloud,
  request: ReflectMessage,
  { typeName }: DescMessage,
  name: string | undefined,
): void {
  const field = name === undefined ? undefined : findField(request.desc, name);
  if (field === undefined || readString(request, field.name) !== "") return;
  const rule = emptyParentRule(cloud, field);
  if (rule === "allowed" || (rule === "unstated" && cloud.resources.countParents(typeName) < 2)) return;
  const wildcard = cloud.aip.resources.has(typeName) ? ", or `-` for a segment that may be any" : "";
  throw badRequest(
    field.name,
    `it is empty, which does not mean the resources of all parents in this API: name a parent${wildcard}`,
  );
}

/** Returns what an API states about an empty parent. */
function emptyParentRule({ api: { options } }: Cloud, field: DescField): "allowed" | "required" | "unstated" {
  const { behaviors, requiredBy, rules } = readAnnotations(options).field(field);
  if (behaviors.includes("OPTIONAL") || behaviors.includes("MEANINGFUL_EMPTY_VALUE")) return "allowed";
  if (field.presence === FeatureSet_FieldPresence.EXPLICIT || rules.ignore !== undefined) return "allowed";
  return requiredBy.length > 0 ? "required" : "unstated";
}
