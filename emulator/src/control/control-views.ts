/** Describes an emulator for the control API: resources and their changes, operations and methods. */
import type { JsonObject } from "@bufbuild/protobuf";
import { readEffect } from "@stratus/convention";
import { resourceJson, listResources } from "../documents/export-resources.js";
import { kebab, serviceWords } from "../descriptors/resource-kinds.js";
import type { OperationRecord } from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { ControlParts } from "./control-parts.js";
import { readState, readCreationTime } from "./resource-facts.js";
import type {
  ChangeView,
  HealthView,
  KindView,
  MethodView,
  OperationView,
  ResourcePage,
} from "./view-types.js";

/** Returns the addresses of the emulator, and what a program needs to call it. */
export function viewHealth({ emulator, cloud, settings }: ControlParts): HealthView {
  const { sdk } = emulator;
  const [, stripPrefix = ""] = /(?:^|,)strip_prefix=([^,]*)/.exec(sdk?.generator?.options ?? "") ?? [];
  return {
    status: "ready",
    kind: cloud.api.kind,
    apiDomain: settings.apiDomain,
    endpoint: emulator.address,
    webUrl: emulator.webUrl,
    time: timeText(cloud.now()),
    headers: settings.headers,
    ...(sdk === undefined ? {} : { sdk: { package: sdk.sdk.name, session: sdk.session, stripPrefix } }),
  };
}

/** Returns each kind of resource with the number of its resources. */
export function viewKinds({ cloud, kinds }: ControlParts): { readonly kinds: readonly KindView[] } {
  cloud.now();
  const counts = new Map<string, number>(kinds.all.map((name) => [name, 0]));
  for (const { typeName } of cloud.resources.values()) {
    const name = kinds.name(typeName);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return {
    kinds: Array.from(counts, ([resource, count]) => ({
      resource,
      count,
      type: kinds.find(resource, "resource").typeName,
    })),
  };
}

/** Selects resources of a kind, page by page. */
export interface ResourceQuery {
  readonly resource?: string | undefined;
  readonly parentId?: string | undefined;
  readonly id?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Returns resources of a kind without secrets, and how many there are. */
export function viewResources(
  { cloud, kinds }: ControlParts,
  { offset, limit, id, ...query }: ResourceQuery,
): ResourcePage {
  const listed = listResources(cloud, kinds, query);
  const found = id === undefined ? listed : listed.filter((one) => one.id === id);
  const resources = found.slice(offset, offset + limit).map((one) => {
    const desc = cloud.api.registry.getMessage(one.typeName);
    return {
      resource: kinds.name(one.typeName),
      id: one.id,
      parentId: one.parentId,
      name: one.name,
      ...(desc && readState(desc, one.message)),
      ...(desc && readCreationTime(desc, one.message)),
      value: resourceJson(cloud, one),
    };
  });
  return { total: found.length, resources };
}

/** Returns the known changes of a resource, the oldest first: before, after, reset mask, and who made them. */
export function viewChanges(
  { cloud, kinds }: ControlParts,
  resource: string,
  id: string,
): { readonly changes: readonly ChangeView[] } {
  cloud.now();
  const show = (one: StoredResource | undefined): JsonObject | null =>
    one === undefined ? null : resourceJson(cloud, one);
  const changes = cloud.history.changesOf(kinds.find(resource, "resource").typeName, id);
  return {
    changes: changes.map(({ atMs, method, account, mask, before, after }) => ({
      time: timeText(atMs),
      method,
      account,
      ...(mask === undefined ? {} : { mask }),
      before: show(before),
      after: show(after),
    })),
  };
}

/** Returns the newest operations. */
export function viewOperations(
  { cloud, kinds }: ControlParts,
  limit: number,
): { readonly operations: readonly OperationView[] } {
  cloud.now();
  const operations = cloud.operations.list({}, Number.MAX_SAFE_INTEGER, limit);
  return { operations: operations.map((one) => viewOperation(one, kinds.name(one.resourceType))) };
}

function viewOperation(record: OperationRecord, resource: string): OperationView {
  const {
    id,
    method,
    description,
    createdBy,
    createdAtMs,
    dueAtMs,
    finishedAtMs,
    status,
    resourceId,
    parentId,
  } = record;
  return {
    id,
    method,
    description,
    createdBy,
    createdAt: timeText(createdAtMs),
    dueAt: timeText(dueAtMs),
    ...(finishedAtMs === undefined ? {} : { finishedAt: timeText(finishedAtMs) }),
    ...(status === undefined ? {} : { code: status.code, message: status.message }),
    resource,
    resourceId,
    parentId,
  };
}

/** Returns every method: its words, what it does, and whether the emulator answers it. */
export function viewMethods({ cloud, emulator }: ControlParts): { readonly methods: readonly MethodView[] } {
  const words = serviceWords(cloud.api);
  return {
    methods: [...cloud.api.methods.values()].map(({ name, desc, service, role }) => {
      const isImplemented = emulator.isImplemented(name);
      return {
        method: name,
        words: [...(words.get(service.desc.typeName) ?? []), kebab(desc.name)].join("/"),
        kind: desc.methodKind,
        role: cloud.aip.methods.get(name)?.kind ?? role.kind,
        effect: readEffect(desc, role, cloud.api.options),
        request: desc.input.typeName,
        response: desc.output.typeName,
        answer: isImplemented ? "implemented" : emulator.answersDefaults ? "default" : "none",
      };
    }),
  };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
