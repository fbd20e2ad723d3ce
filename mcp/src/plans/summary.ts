import { serviceName } from "../methods/methods.js";
import { isJsonObject, kebabCase, resourceNoun } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";
import { inlineText } from "../text/quote-data.js";
import { type Difference, isSecretAt, pathText, valueText } from "./differences.js";

/** Returns the kind of the resource: the name of the service, or the noun of an AIP method such as `update-book`. */
function resourceKind({ listed, service, method }: OpenMethod): string {
  const isNamed =
    ["create", "update", "delete"].includes(service.role(method.word)) && method.word.includes("-");
  return isNamed ? resourceNoun(method.word) : (serviceName(listed.entry).split("/").at(-1) ?? "resource");
}

/** The maximum number of values in a summary. Further differences are listed by path only. */
const maxShownValues = 12;

/** The maximum number of differences in a plan, so that a person can review the summary. */
export const maxDifferences = 60;

/** Describes a resource, such as `instance web-1 (instance-1) in p1`. */
export function resourceText(open: OpenMethod, resource: GuideJson): string {
  const kind = resourceKind(open);
  const id = textAt(resource, "id");
  const name = textAt(resource, "name");
  const parent = textAt(resource, "parentId") ?? textAt(resource, "parent");
  const title = name ?? id;
  return [
    kind,
    title === undefined ? "" : inlineText(title, 120),
    id === undefined || id === title ? "" : `(${inlineText(id, 120)})`,
    parent === undefined ? "" : `in ${inlineText(parent, 120)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Changes on a line: `spec.cpu 4 to 8, labels.tier web to unset`. */
export function changesText(differences: readonly Difference[], redacted: readonly GuideJson[]): string {
  return limited(differences, ({ path, before, after }) => {
    const isSecret = redacted.some((one) => isSecretAt(one, path));
    if (isSecret) return `${pathText(path)} ${after === undefined ? "(secret) to unset" : "to a new secret"}`;
    return `${pathText(path)} ${valueText(before)} to ${valueText(after)}`;
  });
}

/** Values on a line: `spec.cpu 4, name web-1`. */
export function valuesText(differences: readonly Difference[], redacted: GuideJson): string {
  return limited(
    differences,
    ({ path, after }) => `${pathText(path)} ${isSecretAt(redacted, path) ? "(secret)" : valueText(after)}`,
  );
}

function limited(differences: readonly Difference[], textOf: (one: Difference) => string): string {
  const texts = differences.slice(0, maxShownValues).map(textOf);
  const rest = differences.slice(maxShownValues).map(({ path }) => pathText(path));
  return rest.length === 0
    ? texts.join(", ")
    : `${texts.join(", ")}, and ${rest.length} more: ${rest.join(", ")}`;
}

function textAt(resource: GuideJson, name: string): string | undefined {
  if (!isJsonObject(resource)) return undefined;
  const { metadata } = resource;
  const found =
    (isJsonObject(metadata) ? metadata[name] : undefined) ??
    resource[name] ??
    resource[kebabCase(name).replaceAll("-", "_")];
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found !== "" ? found : undefined;
}
