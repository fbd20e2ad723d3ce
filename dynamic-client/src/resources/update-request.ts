import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isJsonObject, type JsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import type { AppliedDocument } from "./apply-document.js";
import { withoutServerManaged } from "./create-request.js";
import type { ResourceIdentity } from "./find-resource.js";
import { pathParameters, resourceField, type ResourceKind } from "./resource-kind.js";
import { resourceDifferences } from "./resource-changes.js";

/**
 * Returns the request, as JSON, that changes a resource of a REST API. A PATCH has the members that differ, in which `null`
 * clears one (RFC 7396). A PUT has the whole resource.
 *
 * @throws A UsageError if the API has no Update, or if it would clear values that no response contains.
 */
export function updateRequest(
  kind: ResourceKind,
  identity: ResourceIdentity,
  applied: AppliedDocument,
  sendsInputOnly: boolean,
): JsonObject {
  const { update, name, type } = kind;
  const [path] = resourceDifferences(applied.before, applied.after).map((one) => one.path.join("."));
  if (!update)
    throw new UsageError(
      "UNSUPPORTED",
      `${path ?? name} differs, and the API has no method to change a ${name}`,
    );
  const after = isJsonObject(applied.after.full) ? applied.after.full : {};
  const whole = withoutServerManaged(kind, type, after);
  const field = resourceField(kind, update);
  const sent = sendsInputOnly ? applied.inputOnly : [];
  if (update.http?.method !== "PATCH")
    requireInputOnly(
      kind,
      sent.map((one) => one.path.join(".")),
    );
  const required = kind.service.message(field?.type).fields.filter(({ isRequired }) => isRequired);
  const body = update.http?.method === "PATCH" ? changedMembers(applied, whole, required) : whole;
  const full = sent.reduce<JsonObject>((json, one) => withValue(json, one.path, one.value, after), body);
  const given = pathParameters(kind.get).map((one) => identity.request[one] ?? "");
  const inPath = pathParameters(update).map((one, at) => [one, given[at] ?? ""]);
  return { ...Object.fromEntries(inPath), ...(field ? { [field.name]: full } : full) };
}

/** Returns the members that differ, and those that the API requires in each request. Those that are cleared are `null`. */
function changedMembers(
  { before, after }: AppliedDocument,
  whole: JsonObject,
  required: readonly GuideField[],
): JsonObject {
  const changed = resourceDifferences(before, after).map(({ path }) => path[0] ?? "");
  const present = required.map(({ name }) => name).filter((name) => whole[name] !== undefined);
  return Object.fromEntries(
    [...new Set([...changed, ...present])].map((name) => [name, whole[name] ?? null]),
  );
}

/** Refuses a PUT that would clear values that no response contains. */
function requireInputOnly(kind: ResourceKind, given: readonly string[]): void {
  const missing = kind.requestFields(kind.type).find(({ name }) => !given.includes(name));
  if (missing)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `the update replaces the whole ${kind.name}, and no response contains ${missing.name}; set it in the document, and pass --send-secrets`,
    );
}

/** Sets a value in JSON. Messages on the way to it are those of the resource. */
function withValue(
  json: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: GuideJson,
  resource: GuideJson,
): JsonObject {
  if (rest.length === 0) return { ...json, [name]: value };
  const own = isJsonObject(resource) ? resource[name] : undefined;
  const inner = json[name] ?? own ?? {};
  return { ...json, [name]: withValue(isJsonObject(inner) ? inner : {}, rest, value, own ?? null) };
}
