/** Decides the kind of an API, from which everything else follows that a client promises beyond gRPC. */
import type { DescMethod, DescService, Registry } from "@bufbuild/protobuf";
import { followsAip } from "../aip/follows-aip.js";
import { findMaskedUpdate } from "../aip/masked-update.js";
import { findRequestId } from "../aip/request-id.js";
import type { CustomOptions } from "../base/options.js";
import { methodBehaviors } from "../methods/behavior.js";
import { findModify } from "../methods/method.js";
import { endpointNameOption } from "../shapes/endpoint.js";
import { isNamedOperation } from "../shapes/named-operation.js";
import { isOperation } from "../shapes/operation.js";
import { isTokenExchange } from "../shapes/token-exchange.js";

/** The kinds of APIs: those that follow the convention of docs/conventions.md, those that follow AIP, and plain gRPC. */
export const apiKinds = ["cloud", "aip", "grpc"] as const;

/**
 * The kind of an API:
 *
 * - `cloud` follows the convention: reset masks, idempotency keys, operations, parents;
 * - `aip` follows AIP (https://aip.dev): field masks, request IDs, routing headers, named operations;
 * - `grpc` states neither, so its clients do what gRPC does.
 */
export type ApiKind = (typeof apiKinds)[number];

/**
 * Reads the kind of an API from what its services state. One statement of the convention is enough for `cloud`: a name
 * in the API's domain, a behavior of a method, a Get and Update of `metadata` and `spec`, an operation, or a token
 * exchange. Otherwise one statement of AIP is enough for `aip`. A method that is merely called `Update` states nothing.
 *
 * @param types The types of the API.
 * @param nameOption Simple name of the option that contains a service's name; `api_service_name` by default.
 */
export function readApiKind(
  services: Iterable<DescService>,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
  nameOption: string = endpointNameOption,
): ApiKind {
  const all = [...services];
  const methods = all.flatMap((service) => service.methods);
  const isNamed = all.some((service) => options.named(service, nameOption).length > 0);
  if (isNamed || statesConvention(all, options)) return "cloud";
  const isAip =
    all.some((service) => followsAip(service, options)) ||
    methods.some((method) => statesAip(method, options, types));
  return isAip ? "aip" : "grpc";
}

/**
 * Whether services state the convention by more than a name in the API's domain: by a behavior of a method, a Get and Update
 * of `metadata` and `spec`, an operation, or a token exchange. A name alone says where a service is, and promises nothing
 * about its calls.
 */
export function statesConvention(services: readonly DescService[], options: CustomOptions): boolean {
  return services.some(
    (service) =>
      findModify(service, options) !== undefined ||
      service.methods.some(
        (method) =>
          methodBehaviors(method, options).length > 0 ||
          isOperation(method.output) ||
          isTokenExchange(method),
      ),
  );
}

function statesAip(method: DescMethod, options: CustomOptions, types: Pick<Registry, "getMessage">): boolean {
  return (
    isNamedOperation(method.output) ||
    findRequestId(method, options) !== undefined ||
    findMaskedUpdate(method, options, types) !== undefined
  );
}
