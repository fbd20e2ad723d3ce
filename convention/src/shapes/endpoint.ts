/** Reads the endpoint of a service (docs/conventions.md, "Addresses"). */
import type { DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";

/** The option that contains the name of a service in the API's domain. */
export const endpointNameOption = "api_service_name";

/** The option of google/api/client.proto that contains the host of a service outside the API's domain. */
export const defaultHostOption = "default_host";

/**
 * The endpoint of a service: a name in the API's domain or a separate host, with or without a port. The text is the
 * option's value, unvalidated.
 */
export interface Endpoint {
  readonly kind: "name" | "host";
  readonly text: string;
}

/**
 * Whether a service of an API that follows the convention supports idempotency keys (docs/conventions.md, "Idempotency"). It
 * does if it has a name in the API's domain. A service without an endpoint, such as an operation service, supports them if another
 * service of its API does.
 */
export function supportsIdempotencyKeys(
  endpoint: Endpoint | undefined,
  others: Iterable<Endpoint | undefined>,
): boolean {
  return endpoint === undefined
    ? [...others].some((other) => other?.kind === "name")
    : endpoint.kind === "name";
}

/**
 * Reads the endpoint of a service from its options. A name takes precedence over a host. Returns undefined if the service has
 * neither, like an operation service.
 *
 * @param option simple name of the option that contains the name; `api_service_name` by default
 */
export function readEndpoint(
  service: DescService,
  options: CustomOptions,
  option = endpointNameOption,
): Endpoint | undefined {
  const name = options.text(service, option);
  return name === undefined ? readHostEndpoint(service, options) : { kind: "name", text: name };
}

/** Reads the host of a service outside the API's domain. Returns undefined if the service states none. */
export function readHostEndpoint(service: DescService, options: CustomOptions): Endpoint | undefined {
  const host = options.text(service, defaultHostOption);
  return host === undefined ? undefined : { kind: "host", text: host };
}
