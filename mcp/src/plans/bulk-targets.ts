import { isJsonObject, jsonName, type Service } from "@stratus/dynamic-client";
import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { plainName } from "../answer/fields.js";
import type { Api, ToolCall } from "../calls/api.js";
import { logRead, startRead } from "../calls/call-read.js";
import { shownValue } from "../calls/shown-value.js";
import type { OpenMethod } from "../methods/access.js";
import { readMetadata } from "../methods/read-metadata.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { findListOf } from "../methods/find-list.js";
import type { PlanInput } from "./plan.js";

/** The maximum number of resources of a plan. */
export const maxTargets = 200;

/** A resource of a plan of several. */
export interface Target {
  readonly id: string;
  /** The request that names it, and what all of them share. */
  readonly request: { readonly [name: string]: GuideJson };
}

/** Resolves IDs, or the request of a List, to a fixed list of resources. @throws A Refusal if they are too many. */
export async function resolveTargets(
  api: Api,
  open: OpenMethod,
  { request = {}, ids, list }: PlanInput,
  call: ToolCall,
): Promise<readonly Target[]> {
  if (!isJsonObject(request))
    throw new Refusal("ARGUMENT_INVALID", "request must be an object with what the requests have in common");
  const field = idField(open, request);
  const found = ids ?? (await listIds(api, open, field, list ?? {}, call));
  const all = [...new Set(found)];
  if (all.length > maxTargets)
    throw new Refusal(
      "TOO_MANY_CHANGES",
      `these are more than ${maxTargets} resources; plan fewer at once, such as with a filter`,
    );
  return all.map((id) => ({ id, request: { ...request, [field.name]: idValue(field, id) } }));
}

/** Returns an ID as a field takes it. A number that would be rounded names another resource. */
function idValue({ name, kind }: GuideField, id: string): number | string {
  if (!/int|number|fixed/.test(kind)) return id;
  const value = Number(id);
  if (String(value) === id && (Number.isSafeInteger(value) || !Number.isInteger(value))) return value;
  if (kind.endsWith("64") && /^-?\d+$/.test(id)) return id;
  throw new Refusal("ARGUMENT_INVALID", `${inlineText(id)} is not a number that ${name} can have`);
}

/** Returns the field of the request that names the resource. Of the parameters of a path it is the one that is missing. */
function idField(
  { service, method }: OpenMethod,
  request: { readonly [name: string]: GuideJson },
): GuideField {
  const given = new Set(Object.keys(request).map(plainName));
  const [field, ...others] = service.positionals(method).filter(({ name }) => !given.has(plainName(name)));
  if (field && others.length === 0) return field;
  const names = service.positionals(method).map(({ name }) => name);
  throw new Refusal(
    "ARGUMENT_INVALID",
    `ids and list name one field of ${method.word}; put all others of ${names.join(", ") || "its request"} into request`,
  );
}

async function listIds(
  api: Api,
  open: OpenMethod,
  field: GuideField,
  request: GuideJson,
  call: ToolCall,
): Promise<readonly string[]> {
  const { service, method } = open;
  const found = findListOf(service, method, field);
  if (!found)
    throw new Refusal("ARGUMENT_INVALID", `the API has no list of what ${method.word} changes; pass ids`);
  const { name } = (await api.beside(open, found)).listed;
  const reader = await api.allowed(name, "read");
  const { pages, response } = found;
  const form = { kind: "message", type: pages?.type ?? response?.type } as const;
  const local = pages?.local ?? found.local;
  return logRead(api, reader, async () => {
    const answer = await startRead(api, reader, { request, local, call });
    const ids: string[] = [];
    for await (const item of answer as AsyncIterable<unknown> | readonly unknown[]) {
      const id = itemId(service, form.type, field, shownValue(reader, form, item));
      if (id === undefined)
        throw new Refusal("ARGUMENT_INVALID", `the items of ${name} show no ID; pass ids`);
      ids.push(id);
      if (ids.length > maxTargets) break;
    }
    return ids;
  });
}

/**
 * Returns the ID of an item: in the field of the same name, or as `id`. It may be in `metadata` if the API declares that as a
 * message (conventions, section 2). A map of that name contains what users write.
 */
function itemId(
  service: Service,
  type: string | undefined,
  { name }: GuideField,
  item: GuideJson,
): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const names = service.isRest ? [name, name.replace(/^.*_/, ""), "id"] : [jsonName(name)];
  const metadata = service.isRest ? undefined : readMetadata(service, type, item);
  const values = [...(metadata ? [metadata] : []), item].flatMap((place) =>
    names.map((one) => (Object.hasOwn(place, one) ? place[one] : undefined)),
  );
  const id = values.find((one) => typeof one === "string" || typeof one === "number");
  return id === undefined ? undefined : String(id);
}
