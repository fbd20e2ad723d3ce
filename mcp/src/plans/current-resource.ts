import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { isJsonObject, type Service } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { callRead } from "../calls/read.js";
import { plainName } from "../answer/fields.js";
import { digest } from "./binding.js";
import type { Current } from "./plan.js";

/** Names of fields that contain the version of a resource. */
const versionNames = ["resourceVersion", "resource_version", "etag", "revision"] as const;

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
  const again = async (now: AbortSignal): Promise<Current> => {
    const shown = await callRead(api, reader, found.request, { signal: now, caller: "" });
    return { shown, fingerprint: fingerprintResource(shown), again };
  };
  return again(signal);
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

/** Finds the GET operation with the same path, and its path parameters. */
function findGet(
  service: Service,
  { http, request: type }: GuideMethod,
  request: { readonly [name: string]: GuideJson },
): Reading | undefined {
  const get = service.guide.methods.find(
    (one) => one.http?.method.toUpperCase() === "GET" && one.http.path === http?.path,
  );
  if (!get) return undefined;
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

/** Returns the version of a resource, or a digest of the whole resource if it has no version. */
export function fingerprintResource(resource: GuideJson): string {
  if (isJsonObject(resource)) {
    const { metadata } = resource;
    for (const holder of [metadata, resource])
      for (const name of versionNames) {
        const version = isJsonObject(holder) ? holder[name] : undefined;
        if (typeof version === "string" || typeof version === "number") return `version ${version}`;
      }
  }
  return digest(JSON.stringify(resource)) ?? "";
}
