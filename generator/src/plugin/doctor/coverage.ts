/** Counts how much of an API meets the convention. */
import type { DescService } from "@bufbuild/protobuf";
import { type ApiKind, findMaskedModify, findModify, findPage, isUpdate } from "@stratus/convention";
import type { Service } from "../model/api.js";
import type { Schema } from "../read/schema.js";
import { hasEtag, isMaskedUpdate } from "./aip.js";
import { isList, returnsOperation } from "./services.js";
import { hasVersion } from "./updates.js";

/** One promise of the convention, and how many elements fulfill it. */
export interface Coverage {
  /** Such as `Updates with modify`. */
  readonly requirement: string;
  readonly met: number;
  readonly total: number;
}

/** Counts what meets the convention. Leaves out promises that do not apply to any element, or to plain gRPC. */
export function countCoverage(
  services: readonly DescService[],
  written: ReadonlyMap<string, Service>,
  schema: Schema,
  kind: ApiKind,
  rules: { readonly total: number; readonly left: number },
): readonly Coverage[] {
  const { options } = schema;
  const models = services.flatMap(({ typeName }) => written.get(typeName) ?? []);
  const callers = models.filter(({ operationReader, endpoint }) => endpoint || !operationReader);
  const methods = services.flatMap((service) => service.methods);
  const updates = methods.filter((method) => isUpdate(method, options));
  const masked = methods.filter((method) => isMaskedUpdate(method, schema));
  const derived = masked.filter((method) => findMaskedModify(method, options, schema.types));
  const modified = services.flatMap((service) => findModify(service, options) ?? []);
  const started = methods
    .filter(returnsOperation)
    .filter(({ parent }) => !written.get(parent.typeName)?.operationReader);
  const awaited = models.flatMap((service) => service.methods.filter(({ operation }) => operation));
  const lists = methods.filter(isList);
  const pages = {
    requirement: "Lists in pages",
    met: lists.filter((method) => findPage(method)).length,
    total: lists.length,
  };
  const checked = {
    requirement: "validation rules that clients check",
    met: rules.total - rules.left,
    total: rules.total,
  };
  if (kind === "grpc") return [pages, checked].filter(({ total }) => total > 0);
  return [
    {
      requirement: "services with an endpoint",
      met: callers.filter(({ endpoint }) => endpoint).length,
      total: callers.length,
    },
    {
      requirement: "services that promise idempotency keys",
      met: callers.filter(({ hasKeys }) => hasKeys).length,
      total: callers.length,
    },
    {
      requirement: "Updates with modify",
      met: modified.length + derived.length,
      total: updates.length + masked.length,
    },
    {
      requirement: "resources of these Updates with a version",
      met: modified.filter(hasVersion).length + derived.filter((one) => hasEtag(one, schema)).length,
      total: modified.length + derived.length,
    },
    pages,
    { requirement: "methods whose operation can be waited for", met: awaited.length, total: started.length },
    checked,
  ].filter(({ total }) => total > 0);
}
