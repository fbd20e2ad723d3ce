import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { isJsonObject, type Service } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { callRead } from "../calls/call-read.js";
import { plainValue } from "../calls/shown-value.js";
import { plainName } from "../answer/fields.js";
import type { Current } from "./plan.js";
import { fingerprintResource } from "./resource-facts.js";

/**
 * Reads the resource that a request is for, with the Get of its service.
 *
 * @returns undefined if the service has no such Get or the Get is not allowed
 */
export async function readCurrent(
  api: Api,
  open: OpenMethod,
  request: GuideJson,
  signal: AbortSignal,
): Promise<Current | undefined> {
  const found = findRead(open.service, open.method, request);
  if (!found) return undefined;
  const reader = await api.beside(open, found.method);
  // What may not be read is not shown by a plan either.
  if ("why" in reader.decision) return undefined;
  return readState(api, reader, found.request, signal);
}

async function readState(
  api: Api,
  reader: OpenMethod,
  request: GuideJson,
  signal: AbortSignal,
): Promise<Current> {
  return stateOf(
    api,
    reader,
    request,
    await callRead(api, reader, request, { signal, caller: "" }, plainValue),
  );
}

/** Returns the state of a resource that was read. */
export function stateOf(api: Api, reader: OpenMethod, request: GuideJson, shown: GuideJson): Current {
  const { service, method, listed } = reader;
  const type = method.response?.type;
  return {
    key: `${listed.name} ${JSON.stringify(request)}`,
    request,
    type,
    shown,
    fingerprint: fingerprintResource(service, type, shown),
    again: (signal) => readState(api, reader, request, signal),
  };
}

interface Reading {
  readonly method: GuideMethod;
  readonly request: GuideJson;
}

function findRead(service: Service, method: GuideMethod, request: GuideJson): Reading | undefined {
  if (!isJsonObject(request)) return undefined;
  if (service.isRest) return findGet(service, method, request);
  const get = service.findGet(method);
  // An act names its resource as the Get does.
  const value = get?.id === undefined ? undefined : fieldValue(request, method.id ?? get.id);
  if (!get?.id || value === undefined) return undefined;
  return { method: get, request: { [get.id]: value } };
}

/**
 * Finds the GET of the resource that an operation changes: it has the same path, without the verb of a custom method
 * (`/items/{id}:archive`), and returns one resource. A POST to a collection makes something new, whatever is there.
 */
function findGet(
  service: Service,
  { http, request: type }: GuideMethod,
  request: { readonly [name: string]: GuideJson },
): Reading | undefined {
  const path = http?.path.replace(/:[\w-]+$/, "") ?? "";
  if (http?.method.toUpperCase() === "POST" && !path.endsWith("}")) return undefined;
  const get = service.guide.methods.find(
    (one) => one.http?.method.toUpperCase() === "GET" && one.http.path === path,
  );
  if (!get || get.pages || get.response?.isList) return undefined;
  const names = service
    .message(type)
    .fields.filter(({ place }) => place === "path")
    .map(({ name }) => name);
  return {
    method: get,
    request: Object.fromEntries(
      names.flatMap((name) => (name in request ? [[name, request[name] ?? null]] : [])),
    ),
  };
}

/** Returns the value of a field, by its proto name or its JSON name. */
function fieldValue(request: { readonly [name: string]: GuideJson }, name: string): GuideJson | undefined {
  return Object.entries(request).find(([one]) => plainName(one) === plainName(name))?.[1];
}
